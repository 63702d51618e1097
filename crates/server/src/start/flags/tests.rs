use super::*;
use clap::Parser;

#[derive(Debug, Parser)]
struct Face {
    #[command(flatten)]
    flags: Flags,
}

fn flags(words: &[&str]) -> Flags {
    Face::try_parse_from([&["mcp-inspector"], words].concat()).unwrap().flags
}

fn read(words: &[&str], variables: &[(&str, &str)]) -> Result<Settings, FlagError> {
    Settings::read(&flags(words), &|name| {
        let home = ("HOME", "/people/me");
        variables
            .iter()
            .chain([&home])
            .find(|(known, _)| *known == name)
            .map(|(_, value)| OsString::from(value))
    })
}

#[test]
fn without_anything_said_the_defaults_hold() {
    let settings = read(&[], &[]).unwrap();
    assert_eq!((settings.port, settings.bind), (3000, None));
    assert_eq!(settings.config, None);
    assert_eq!(settings.bounds, Bounds::default());
    assert_eq!(settings.person_dir, PathBuf::from("/people/me/.local/state/mcp-inspector"));
    assert_eq!(settings.data_dir.parent(), Some(settings.person_dir.as_path()));
    let elsewhere = read(&["--config", "/srv/other.json"], &[]).unwrap();
    assert_ne!(elsewhere.data_dir, settings.data_dir);
    assert_eq!(elsewhere.person_dir, settings.person_dir, "a person has one, whatever the config file");
    assert_eq!(settings.host(), "localhost");
    assert!(
        settings.allowed_hosts().is_empty() && settings.origins.is_empty() && settings.openings().is_empty()
    );
}

#[test]
fn a_flag_goes_before_its_variable() {
    let variables = [
        ("PORT", "4000"),
        ("MCPI_CONFIG", "/a.json"),
        ("MCPI_DATA_DIR", "/a"),
        ("MCPI_ALLOW_HOST", "a.test,b.test"),
        ("MCPI_ALLOW_ORIGIN", "http://a.test"),
        ("MCPI_BIND", "0.0.0.0"),
    ];
    let said = read(&[], &variables).unwrap();
    assert_eq!((said.port, said.bind), (4000, Some("0.0.0.0".parse().unwrap())));
    assert_eq!((said.config, said.data_dir), (Some(PathBuf::from("/a.json")), PathBuf::from("/a")));
    assert_eq!((said.hosts.len(), said.origins.len()), (2, 1));
    let words = "--port 1 --config c.json --data-dir d --allow-host h --allow-origin http://o --bind ::1";
    let words: Vec<&str> = words.split(' ').collect();
    let typed = read(&words, &variables).unwrap();
    assert_eq!((typed.port, typed.bind), (1, Some("::1".parse().unwrap())));
    assert_eq!(typed.person_dir, typed.data_dir, "whoever names a directory has all of it there");
    assert_eq!((typed.config, typed.data_dir), (Some(PathBuf::from("c.json")), PathBuf::from("d")));
    assert_eq!(typed.hosts[0].to_string(), "h");
    assert_eq!(typed.origins[0].to_string(), "http://o");
    assert_eq!((typed.hosts.len(), typed.origins.len()), (1, 1));
    let limit = |words: &[&str]| {
        let settings = read(words, &[("MCPI_MAX_MESSAGE_SIZE", "100MB")]).unwrap();
        settings.bounds.message.bytes()
    };
    assert_eq!((limit(&[]), limit(&["--max-message-size", "1MiB"])), (100_000_000, 1_048_576));
    // What the variable says does not matter then, not even whether it makes sense.
    assert_eq!(read(&["--port", "7"], &[("PORT", "x")]).unwrap().port, 7);
}

#[test]
fn an_empty_variable_says_nothing_but_an_empty_port_is_a_mistake() {
    let empty =
        ["MCPI_CONFIG", "MCPI_DATA_DIR", "MCPI_ALLOW_HOST", "MCPI_ALLOW_ORIGIN", "MCPI_BIND", "MCPI_TOKEN"];
    let settings = read(&[], &empty.map(|name| (name, ""))).unwrap();
    assert_eq!(settings.config, None);
    for value in ["", " ", "abc", "-1", "65536", "3000.5"] {
        let error = read(&[], &[("PORT", value)]).unwrap_err();
        assert_eq!(error.to_string(), format!("PORT is `{value}`: expected a port, 0 to 65535"));
    }
    assert_eq!(read(&[], &[("PORT", " 8080 ")]).unwrap().port, 8080);
}

#[test]
fn what_cannot_be_allowed_is_named_with_its_source() {
    for (words, variables, message) in [
        (&["--allow-host", "a:80"][..], &[][..], "--allow-host is `a:80`: expected a host alone"),
        (&[], &[("MCPI_ALLOW_HOST", "a, b/c")], "MCPI_ALLOW_HOST is ` b/c`: expected a host alone"),
        (&["--allow-host", "*"], &[], "--allow-host is `*`: `*` would let every name lead here"),
        (&["--allow-origin", "a"], &[], "--allow-origin is `a`: expected an origin, such as"),
        (&["--allow-origin", "*"], &[], "--allow-origin is `*`: `*` would let any page ask"),
        (&["--allow-origin", "null"], &[], "--allow-origin is `null`: `null` would let any page ask"),
        (&[], &[("MCPI_BIND", "all")], "MCPI_BIND is `all`: expected an IP address"),
        (
            &[],
            &[("MCPI_MAX_MESSAGE_SIZE", "64M")],
            "MCPI_MAX_MESSAGE_SIZE is `64M`: `64M` is no size: write it like",
        ),
    ] {
        let error = read(words, variables).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn others_are_let_in_only_by_a_name() {
    let error = read(&["--bind", "0.0.0.0"], &[]).unwrap_err();
    assert_eq!(error, FlagError::Exposed("0.0.0.0".parse().unwrap()));
    let settings = read(&["--bind", "192.0.2.7", "--allow-host", "box.test"], &[]).unwrap();
    assert_eq!(settings.host(), "box.test");
    assert_eq!(settings.openings().len(), 2);
    let settings = read(&["--bind", "127.0.0.2"], &[]).unwrap();
    assert_eq!(settings.host(), "127.0.0.2");
    assert_eq!(settings.allowed_hosts()[0].to_string(), "127.0.0.2");
    assert!(settings.openings().is_empty());
}

#[test]
fn a_token_can_be_pinned_and_a_bad_one_is_refused_without_being_shown() {
    let settings = read(&[], &[("MCPI_TOKEN", "0123456789abcdef")]).unwrap();
    assert_eq!(settings.token.reveal(), "0123456789abcdef");
    let error = read(&[], &[("MCPI_TOKEN", "sesame")]).unwrap_err();
    assert!(!error.to_string().contains("sesame"), "{error}");
    assert!(error.hint().is_some());
}

#[test]
fn without_a_home_a_directory_must_be_named() {
    let nowhere = |_: &str| None;
    assert_eq!(Settings::read(&flags(&[]), &nowhere).unwrap_err(), FlagError::Homeless);
    assert!(Settings::read(&flags(&["--data-dir", "d"]), &nowhere).is_ok());
}
