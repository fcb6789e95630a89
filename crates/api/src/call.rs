//! Answers requests.

use crate::{
    Answer, Context, Error, Request, compare, game, generation, logic, reading, registry, search,
    solving,
};

/// Answers a request.
///
/// A search that reaches a limit is an answer with the status `limit`, not an error.
///
/// # Errors
/// When the request cannot be answered as it is: the puzzle is none, a name is unknown, options
/// contradict each other, or it asks for more than the context allows.
pub fn call(request: &Request, context: &Context<'_>) -> Result<Answer, Error> {
    Ok(match request {
        Request::Read(request) => Answer::Read(reading::read(request, context)?),
        Request::Solve(request) => Answer::Solve(solving::solve(request, context)?),
        Request::Count(request) => Answer::Count(solving::count(request, context)?),
        Request::Check(request) => Answer::Check(solving::check(request, context)?),
        Request::Candidates(request) => Answer::Candidates(solving::candidates(request, context)?),
        Request::Hint(request) => Answer::Hint(logic::hint(request, context)?),
        Request::Explain(request) => Answer::Explain(logic::explain(request, context)?),
        Request::Rate(request) => Answer::Rate(logic::rate(request, context)?),
        Request::Canon(request) => Answer::Canon(solving::canon(request, context)?),
        Request::Convert(request) => Answer::Convert(reading::convert(request, context)?),
        Request::Generate(request) => Answer::Generate(generation::generate(request, context)?),
        Request::Analyse(request) => Answer::Analyse(game::analyse(request, context)?),
        Request::Search(request) => Answer::Search(search::search(request, context)?),
        Request::Plan(request) => Answer::Plan(compare::plan(request, context)?),
        Request::Techniques(request) => Answer::Techniques(logic::techniques(request)?),
        Request::Registry(_) => Answer::Registry(Box::new(registry::registry(context))),
    })
}
