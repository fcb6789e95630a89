//! The help of every command fits narrow and wide terminals.

/// Rendered by clap at 60, 80 and 120 columns, no line is over the width, and no line within a
/// paragraph has only one or two words.
#[test]
fn help_pages_fit_at_every_width() {
    let mut program = quadrille::cli::command();
    program.build();
    let mut commands = vec![program];
    let mut next = 0;
    while let Some(command) = commands.get(next) {
        let own: Vec<_> = command.get_subcommands().filter(|it| it.get_name() != "help").collect();
        commands.extend(own.into_iter().cloned().collect::<Vec<_>>());
        next += 1;
    }
    assert!(commands.len() > 35, "{}", commands.len());
    for command in commands {
        // The program's own help is at most 100 columns wide.
        for width in [60, 80, 100, 120] {
            let name = command.get_name();
            let mut command = command.clone().term_width(width);
            for page in [command.render_help(), command.render_long_help()] {
                fits(&page.to_string(), width, name);
            }
        }
    }
}

fn fits(page: &str, width: usize, name: &str) {
    let lines: Vec<&str> = page.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    for (at, line) in lines.iter().enumerate() {
        assert!(line.chars().count() <= width, "{name} at {width}: {line}");
        let text = line.trim_start();
        // The next line of a paragraph begins in the same column.
        let continues = lines.get(at + 1).is_some_and(|next| {
            !next.trim().is_empty() && indent(next) == indent(line) && !text.is_empty()
        });
        let is_item = text.starts_with(['-', '<', '[']) || text.starts_with("quadrille ");
        if continues && !is_item && !line.ends_with(':') {
            assert!(text.split_whitespace().count() > 2, "{name} at {width}: {line}\n{page}");
        }
    }
}
