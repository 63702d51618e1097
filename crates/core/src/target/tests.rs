use super::*;

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|&word| word.to_owned()).collect()
}

fn stdio(target: &Target) -> &Stdio {
    match &target.transport {
        Transport::Stdio(stdio) => stdio,
        Transport::Http(http) => panic!("expected a command, found {http:?}"),
    }
}

#[test]
fn the_first_word_is_the_command_and_the_rest_its_arguments() {
    let target = Target::from_words(&words(&["/usr/bin/node", "server.js", "--x"])).unwrap();
    assert_eq!(target.name, "server.js");
    assert_eq!(stdio(&target).command, "/usr/bin/node");
    assert_eq!(stdio(&target).args, words(&["server.js", "--x"]));
}

#[test]
fn one_word_with_a_scheme_is_a_url() {
    let target = Target::from_words(&words(&["HTTPS://me:pw@api.example:8443/mcp/?k=v"])).unwrap();
    assert_eq!(target.name, "api.example:8443/mcp");
    let Transport::Http(http) = target.transport else {
        panic!("expected a URL");
    };
    assert_eq!(http.flavour, Flavour::Auto);
}

#[test]
fn a_line_is_split_like_a_shell_would() {
    let target = Target::from_line("run 'a b' c\\ d").unwrap();
    assert_eq!(stdio(&target).args, words(&["a b", "c d"]));
}

#[test]
fn slips_on_the_command_line_are_told_apart() {
    assert_eq!(Target::from_words(&[]), Err(TargetError::Empty));
    assert_eq!(Target::from_line("  "), Err(TargetError::Empty));
    assert_eq!(Target::from_line("run 'a"), Err(TargetError::OpenQuote));
    assert!(matches!(Target::from_line("https://a.example x"), Err(TargetError::WordsAfterUrl { .. })));
    for url in
        ["ftp://a.example", "a.example/mcp", "https://", "http:///mcp", "http://user@/mcp", "http://:80"]
    {
        assert!(matches!(Target::url(url), Err(TargetError::NotAUrl { .. })), "{url}");
    }
}

#[test]
fn a_command_line_that_no_system_would_take_is_refused_with_its_length() {
    let limit = LONGEST_COMMAND_LINE;
    let fitting = Target::from_line(&format!("run {}", "x".repeat(limit - 4))).unwrap();
    assert_eq!(fitting.check_length(), Ok(()));
    let bytes = limit + 1;
    let too_long = Err(TargetError::TooLong { bytes, limit });
    assert_eq!(Target::from_line(&"x".repeat(bytes)), too_long);
    assert_eq!(Target::from_words(&words(&["run", &"x".repeat(bytes - 3)])), too_long);
    let mut configured = fitting;
    if let Transport::Stdio(stdio) = &mut configured.transport {
        stdio.args.push("y".repeat(5));
    }
    let error = configured.check_length().unwrap_err();
    assert_eq!(error.to_string(), format!("the command line has {} bytes, and may have {limit}", limit + 4));
    assert!(error.hint().unwrap().contains("into a file"));
}

#[test]
fn debug_output_shows_no_secret() {
    let mut target =
        Target::from_words(&words(&["run", "--api-key", "hidden-1", "--token=hidden-2"])).unwrap();
    if let Transport::Stdio(stdio) = &mut target.transport {
        stdio.env.insert("GITHUB_TOKEN".into(), "hidden-3".into());
        stdio.env.insert("LANG".into(), "shown-1".into());
    }
    let mut web = Target::url("https://u:hidden-4@a.example/?access_token=hidden-5&q=shown-2").unwrap();
    if let Transport::Http(http) = &mut web.transport {
        http.headers.push(("Authorization".into(), "Bearer hidden-6".into()));
        http.headers.push(("Accept".into(), "shown-3".into()));
    }
    let printed = format!("{target:?} {web:?}");
    assert!(!printed.contains("hidden"), "{printed}");
    for shown in ["shown-1", "shown-2", "shown-3", "Bearer [REDACTED]"] {
        assert!(printed.contains(shown), "{printed}");
    }
}

#[test]
fn what_has_a_scheme_is_meant_as_a_url() {
    for word in ["http://", "ftp://x/y", "ws://host:1/mcp"] {
        let error = Target::from_words(&[word.to_owned()]).unwrap_err();
        assert!(matches!(error, TargetError::NotAUrl { .. }), "{word}: {error:?}");
    }
}

#[test]
fn the_place_of_a_target_has_no_secrets() {
    let target = Target::from_line("npx server --api-key sk-live-1234567 'two words'").unwrap();
    assert_eq!(target.place(), "npx server --api-key '[REDACTED]' 'two words'");
    assert_eq!(
        Target::url("http://host/mcp?token=abcdefgh").unwrap().place(),
        "http://host/mcp?token=[REDACTED]"
    );
}

#[test]
fn variables_before_a_command_are_its_environment_and_never_its_name() {
    let target = Target::from_line("DB_PASSWORD=pw-1234 _x='a b' node a=b.js").unwrap();
    let Transport::Stdio(stdio) = &target.transport else { panic!("{target:?}") };
    assert_eq!((stdio.command.as_str(), &stdio.args[..]), ("node", &["a=b.js".to_owned()][..]));
    assert_eq!(stdio.env.get("DB_PASSWORD").map(String::as_str), Some("pw-1234"));
    assert_eq!(stdio.env.get("_x").map(String::as_str), Some("a b"));
    assert_eq!((target.name.as_str(), target.place().as_str()), ("node", "node 'a=b.js'"));
    assert_eq!(Target::from_line("DB_PASSWORD=pw-1234"), Err(TargetError::Empty));
    // What cannot be a variable is a program.
    assert!(
        matches!(Target::from_line("./a=b x").unwrap().transport, Transport::Stdio(s) if s.command == "./a=b")
    );
}
