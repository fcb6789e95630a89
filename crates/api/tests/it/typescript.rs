//! The TypeScript types of the web app are those of this crate.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use quadrille_api::game::{
    Event, GameConflict, GameList, GameView, MoveRequest, NewGameRequest, SeatRequest,
};
use quadrille_api::job::{JobEvent, JobList, JobRequest, JobView};
use quadrille_api::{Error, LinesRequest, Reply, Request};
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/core/api.ts");

/// The declarations of types and of those that they use, by name.
struct Declarations<'c> {
    config: &'c Config,
    seen: Vec<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(self.config));
            self.by_name.insert(T::ident(self.config), declaration);
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }
}

fn declarations() -> String {
    let config = Config::new().with_large_int("number").with_array_tuple_limit(8);
    let mut all = Declarations { config: &config, seen: Vec::new(), by_name: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<Reply>();
    all.visit::<Error>();
    all.visit::<LinesRequest>();
    all.visit::<JobRequest>();
    all.visit::<JobView>();
    all.visit::<JobList>();
    all.visit::<JobEvent>();
    all.visit::<NewGameRequest>();
    all.visit::<MoveRequest>();
    all.visit::<SeatRequest>();
    all.visit::<GameView>();
    all.visit::<GameConflict>();
    all.visit::<GameList>();
    all.visit::<Event>();
    let head = "// Generated from crates/api. Do not edit; to update:\n\
                // QUADRILLE_UPDATE=1 cargo test -p quadrille-api --test it typescript\n\n";
    let declarations: Vec<String> = all.by_name.into_values().collect();
    head.to_owned() + &declarations.join("\n")
}

#[test]
fn typescript_types_are_up_to_date() {
    let expected = declarations();
    let path = Path::new(FILE);
    if env::var_os("QUADRILLE_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == expected,
        "web/src/core/api.ts is outdated; run QUADRILLE_UPDATE=1 cargo test -p quadrille-api \
         --test it typescript"
    );
}
