//! `techniques`: lists the techniques with their ratings.

use clap::ValueHint;
use quadrille_api::{Reply, Request, TechniquesRequest, position_line};
use quadrille_core::WallClock;
use quadrille_logic::text::Language;
use quadrille_logic::{Kind, Profile, kinds};
use serde_json::json;

use super::wrap::{text_width, wrapped};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{align_right, table, text_of};

/// List the techniques, or explain one
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/techniques.txt").trim_end())]
pub(crate) struct Args {
    /// The technique to explain [default: list all]
    #[arg(conflicts_with = "profile")]
    id: Option<String>,
    /// Write this profile as a file that --profile reads
    #[arg(long, value_name = "PROFILE", value_hint = ValueHint::FilePath)]
    profile: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let profiles: Vec<Profile> = Profile::ids().filter_map(Profile::by_id).collect();
    let mut out = Output::open(context)?;
    if let Some(name) = &args.profile {
        Failure::refuse(&[(context.json, "--profile writes a text; omit --json")])?;
        out.text(&super::profile(name, context)?.to_string())?;
        out.conclude(Exit::Done)?;
        return Ok(Exit::Done);
    }
    if let Some(id) = &args.id {
        return explain(id, &profiles, out, context);
    }
    if context.json {
        for (technique, kind) in kinds() {
            let rating = |profile: &Profile| {
                let rating = profile.rating(kind.id).map(|tenths| f64::from(tenths) / 10.0);
                (profile.id().to_owned(), json!(rating))
            };
            let ratings: serde_json::Map<_, _> = profiles.iter().map(rating).collect();
            out.json(&json!({
                "id": kind.id,
                "technique": technique.id(),
                "title": kind.title,
                "needs_uniqueness": technique.needs_uniqueness(),
                "ratings": ratings,
                "seed": context.seed(),
            }))?;
        }
    } else {
        // Ratings and scores in tables of their own fit on a terminal.
        let (scores, ratings): (Vec<_>, Vec<_>) = profiles.iter().partition(|p| p.has_scores());
        out.text(&rated(&ratings))?;
        out.text(&rated(&scores))?;
        let is_in_none =
            |kind: &&Kind| profiles.iter().all(|profile| profile.rating(kind.id).is_none());
        let in_none = kinds().map(|(_, kind)| kind).filter(is_in_none).map(|kind| kind.id);
        let in_none = format!("In none of them: {}.", in_none.collect::<Vec<_>>().join(", "));
        for line in wrapped(&in_none, text_width(context), 0) {
            out.line(&line)?;
        }
        out.line(
            "Longer chains and larger sets are rated higher. For the order of a profile, see",
        )?;
        out.line("`quadrille techniques --profile ID`.")?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Explains a kind of deduction, with a position in which it is found.
fn explain(
    id: &str,
    profiles: &[Profile],
    mut out: Output,
    context: &Context,
) -> Result<Exit, Failure> {
    let Some((_, kind)) = kinds().find(|(_, kind)| kind.id == id) else {
        let ids: Vec<&str> = kinds().map(|(_, kind)| kind.id).collect();
        return Err(Failure::unknown("technique", id, &ids));
    };
    if context.json {
        let request = Request::Techniques(TechniquesRequest { id: Some(id.into()), lang: None });
        let clock = WallClock::new();
        let bounds = quadrille_api::Context::new(context.cancel.clone(), &clock);
        let reply = quadrille_api::call(&request, &bounds).map_err(Failure::of)?;
        let Reply::Techniques(answer) = reply else { unreachable!("it answers this request") };
        let write = |entry| out.json_with_seed(entry, context.seed());
        answer.techniques.iter().try_for_each(write)?;
    } else {
        let english = Language::english();
        let rating = |profile: &Profile| {
            Some(format!("{} {}", profile.id(), profile.points(profile.rating(id)?)))
        };
        let ratings: Vec<String> = profiles.iter().filter_map(rating).collect();
        let definition = english.definition(id).unwrap_or_default();
        let mut position = None;
        let mut text = format!("{id}: {}\n\n{definition}\n\n", kind.title);
        text += &match ratings.len() {
            0 => "No built-in profile uses it.".to_owned(),
            _ => format!("Ratings: {}.", ratings.join(", ")),
        };
        if let Some(sample) = quadrille_logic::sample(id) {
            let found = quadrille_logic::text::words(&sample.step.deduction, &english);
            text += &format!("\n\n{found}\n\nThe position, for `quadrille hint`:");
            position = Some(position_line(&sample));
        }
        for line in wrapped(&text, text_width(context), 0) {
            out.line(&line)?;
        }
        // In one line, to be copied.
        position.map_or(Ok(()), |position| out.line(&position))?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// A table of the kinds of deduction that any of these profiles has.
fn rated(profiles: &[&Profile]) -> String {
    let ids: Vec<&str> = profiles.iter().map(|profile| profile.id()).collect();
    let mut rows = table([&["id"], &ids[..]].concat());
    align_right(&mut rows, 1..1 + ids.len());
    for (_, kind) in kinds() {
        let ratings: Vec<Option<u32>> =
            profiles.iter().map(|profile| profile.rating(kind.id)).collect();
        if ratings.iter().all(Option::is_none) {
            continue;
        }
        let mut row = vec![kind.id.to_owned()];
        row.extend(profiles.iter().zip(ratings).map(|(profile, rating)| match rating {
            Some(tenths) => profile.points(tenths),
            None => "-".to_owned(),
        }));
        rows.add_row(row);
    }
    text_of(&rows)
}
