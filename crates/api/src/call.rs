//! Answers requests.

use std::ops::ControlFlow;

use crate::batch::Item;
use crate::board::require_side;
use crate::question::{Answer, Question, ask};
use crate::{
    Batch, Context, Error, ErrorKind, Reply, Request, compare, game, generation, reading, registry,
    search, techniques,
};

/// Answers a request.
///
/// A search that reaches a limit is an answer with the status `limit`, not an error; a text that is
/// not a puzzle is an answer that says so.
///
/// # Errors
/// When the request cannot be answered as it is: a name is unknown, options contradict each other, or
/// it asks for more than the context allows.
///
/// ```
/// use quadrille_api::{Context, Request, call};
/// use quadrille_core::{CancelFlag, WallClock};
///
/// let request: Request = serde_json::from_str(r#"{"call":"solve","puzzle":"1234341221.....1"}"#)?;
/// let clock = WallClock::new();
/// let reply = call(&request, &Context::new(CancelFlag::new(), &clock))?;
/// let json = String::from_utf8(reply.to_json())?;
/// assert!(json.contains("1234341221434321"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn call(request: &Request, context: &Context<'_>) -> Result<Reply, Error> {
    Ok(match request {
        Request::Read(request) => Reply::Read(reading::read(request, context)?),
        Request::Generate(request) => Reply::Generate(generation::generate(request, context)?),
        Request::Analyse(request) => Reply::Analyse(game::analyse(request, context)?),
        Request::Replay(request) => Reply::Replay(Box::new(game::replay(request, context)?)),
        Request::Search(request) => Reply::Search(search::search(request, context)?),
        Request::Plan(request) => Reply::Plan(compare::plan(request, context)?),
        Request::Techniques(request) => Reply::Techniques(techniques::techniques(request)?),
        Request::Registry(_) => Reply::Registry(Box::new(registry::registry(context))),
        _ => Reply::Answer(answer(request, context)?),
    })
}

/// Answers a question about one puzzle.
fn answer(request: &Request, context: &Context<'_>) -> Result<Answer<'static>, Error> {
    let question = question(request, context)?;
    let (input, ms, _) = request.asked().expect("what is left are questions");
    let mut batch = Batch::default();
    batch.push_input(input, context)?;
    if question.searches()
        && let Item::Puzzle(puzzle, _) = batch.item(0)
    {
        require_side(puzzle.shape(), context)?;
    }
    let mut meter = context.meter(ms, question.node());
    let mut answer = None;
    ask(&question, request.seed(), &batch, &mut meter, &mut |_, said| {
        answer = Some(said.into_owned());
        ControlFlow::Break(())
    });
    Ok(answer.expect("each puzzle has an answer"))
}

/// Returns the question of a request about puzzles, within the bounds of the context.
pub(crate) fn question(request: &Request, context: &Context<'_>) -> Result<Question, Error> {
    let question = Question::of(request)?
        .ok_or_else(|| Error::bad_request("this call is not a question about a puzzle"))?;
    let most = context.caps.solutions;
    if let Question::Solve(solve) = &question
        && !(1..=most).contains(&solve.solutions)
    {
        let wanted = solve.solutions;
        let message =
            format!("`solutions` is {wanted}; at most {most} are returned here, and at least 1");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    Ok(question)
}
