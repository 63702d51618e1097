//! What holds under any order of events. The rules themselves are watched in `world.rs`.

use super::script::Player;
use super::world::{Kind, Op, World};
use crate::era::{Revision, Versions};
use crate::frame::Frame;
use crate::peer::config::{Delays, LogLevel, Offer, PeerConfig, Retry};
use crate::peer::{Effect, Input};
use crate::stamp::At;
use bytes::Bytes;
use proptest::prelude::*;
use proptest::sample::Index;
use std::time::Duration;

fn index() -> impl Strategy<Value = Index> {
    any::<Index>()
}

fn any_kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        6 => Just(Kind::Result),
        2 => Just(Kind::Error),
        1 => Just(Kind::TextId),
        3 => Just(Kind::Page),
        1 => Just(Kind::SamePage),
        3 => Just(Kind::Questions),
        1 => Just(Kind::State),
        1 => Just(Kind::Working),
        1 => Just(Kind::TaskAsks),
        1 => Just(Kind::Done),
        1 => Just(Kind::BadVersion),
        1 => Just(Kind::BadHeader),
        1 => Just(Kind::Odd),
    ]
}

fn any_op() -> impl Strategy<Value = Op> {
    let call = (index(), proptest::option::of(0u64..400), any::<bool>(), any::<bool>())
        .prop_map(|(method, timeout, forced, progress)| Op::Call { method, timeout, forced, progress });
    let link = prop_oneof![
        1 => Just(Op::Connect),
        6 => Just(Op::GetReady),
        1 => Just(Op::Stop),
        1 => Just(Op::Up),
        1 => Just(Op::Closed),
        2 => any::<bool>().prop_map(|retryable| Op::Down { retryable }),
        1 => Just(Op::Oversize),
        1 => Just(Op::Stale),
        3 => Just(Op::Busy),
        2 => (index(), any::<bool>()).prop_map(|(pick, session)| Op::Undelivered { pick, session }),
    ];
    let server = prop_oneof![
        8 => (index(), any_kind()).prop_map(|(pick, kind)| Op::Answer(pick, kind)),
        2 => index().prop_map(Op::AnswerAgain),
        1 => index().prop_map(Op::ServerCancels),
        1 => index().prop_map(Op::Progress),
        3 => index().prop_map(Op::Say),
        1 => proptest::collection::vec(index(), 0..5).prop_map(Op::Batch),
        1 => proptest::collection::vec(any::<u8>(), 0..40).prop_map(Op::Frame),
    ];
    let user = prop_oneof![
        10 => call,
        3 => index().prop_map(Op::List),
        2 => index().prop_map(Op::Cancel),
        2 => index().prop_map(Op::Abort),
        2 => index().prop_map(Op::Reply),
        1 => Just(Op::Notify),
        1 => Just(Op::Raw),
        1 => Just(Op::SetRoots),
    ];
    let time = prop_oneof![(0u64..700).prop_map(Op::Wait), (0u64..700).prop_map(Op::Jump)];
    prop_oneof![2 => link, 3 => server, 3 => user, 1 => time]
}

fn any_ops() -> impl Strategy<Value = Vec<Op>> {
    // Most sessions begin with a connection; otherwise little would ever be in flight.
    (any_ops_after(), 0..4).prop_map(|(mut ops, start): (Vec<Op>, i32)| {
        if start > 0 {
            ops.insert(0, Op::GetReady);
        }
        ops
    })
}

fn any_ops_after() -> impl Strategy<Value = Vec<Op>> {
    proptest::collection::vec(any_op(), 0..150)
}

/// Small numbers, so that everything that takes time happens often.
fn any_config() -> impl Strategy<Value = PeerConfig> {
    let retry = prop_oneof![Just(None), (0u32..4).prop_map(Some)];
    let sizes = (prop_oneof![Just(1usize), 2usize..6, Just(50)], prop_oneof![Just(3usize), Just(1000)]);
    (any::<u64>(), sizes, retry, any::<[bool; 5]>()).prop_map(
        |(seed, (concurrency, queue_limit), limit, flags)| {
            let millis = Duration::from_millis;
            let [auto_fetch, pings, progress_resets_timeout, offers, has_total] = flags;
            PeerConfig {
                offer: if offers { Offer::everything() } else { Offer::default() },
                versions: match seed / 6 % 4 {
                    0 | 1 => Versions::Auto,
                    2 => Versions::Legacy,
                    _ => Versions::Pinned(Revision::NEWEST),
                },
                probe_timeout: millis(120),
                listen_for_lists: has_total,
                round_limit: 3,
                poll_interval: millis(60),
                init_timeout: millis(300),
                request_timeout: millis(200),
                progress_resets_timeout,
                max_total_timeout: has_total.then(|| millis(350)),
                ping_interval: pings.then(|| millis(90)),
                retry: Retry {
                    limit,
                    delays: Delays::Doubling { min: millis(20), max: millis(80) },
                    jitter: 0.2,
                },
                tombstone_sweep: millis(60),
                concurrency,
                queue_limit,
                auto_fetch,
                log_level: offers.then_some(LogLevel::Info),
                page_limit: 4,
                ask_timeout: millis(250),
                seed,
                ..PeerConfig::client_library()
            }
        },
    )
}

fn live(config: &PeerConfig, ops: &[Op]) -> Vec<Effect> {
    let mut world = World::new(config.clone());
    for op in ops {
        world.play(op);
    }
    world.finish(config);
    world.effects
}

/// Text that looks like frames from afar.
fn any_text() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just(","),
        Just(":"),
        Just("\"jsonrpc\":\"2.0\""),
        Just("\"id\":1"),
        Just("\"id\":2"),
        Just("\"id\":\"1\""),
        Just("\"id\":null"),
        Just("\"result\":{}"),
        Just("\"result\":null"),
        Just("\"error\":{\"code\":1}"),
        Just("\"error\":3"),
        Just("\"method\":\"ping\""),
        Just("\"method\":\"notifications/cancelled\""),
        Just("\"params\":{\"requestId\":2}"),
        Just("\"params\":{\"progressToken\":2}"),
        Just("\"method\":\"notifications/progress\""),
        Just("\"params\":[]"),
        Just("\"method\":7"),
        Just("\"id\":9223372036854775808"),
        Just("\"id\":-9e99"),
    ];
    proptest::collection::vec(words, 0..8).prop_map(|words| {
        let inner = words.join(",");
        if inner.len() % 3 == 0 { inner } else { format!("{{{inner}}}") }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::default())]

    #[test]
    fn every_call_ends_exactly_once_and_in_the_end_nothing_is_left(config in any_config(), ops in any_ops()) {
        live(&config, &ops);
    }

    #[test]
    fn the_same_inputs_and_the_same_seed_give_the_same_effects(config in any_config(), ops in any_ops()) {
        prop_assert_eq!(live(&config, &ops), live(&config, &ops));
    }

    #[test]
    fn taking_back_many_times_is_taking_back_once(
        config in any_config(),
        ops in any_ops(),
        times in 2usize..=10,
    ) {
        let many: Vec<Op> = ops
            .iter()
            .flat_map(|op| {
                let is_taking_back = matches!(op, Op::Cancel(_) | Op::Abort(_));
                std::iter::repeat_n(op.clone(), if is_taking_back { times } else { 1 })
            })
            .collect();
        prop_assert_eq!(live(&config, &ops), live(&config, &many));
    }

    #[test]
    fn fifty_answers_in_any_order_reach_the_calls_they_belong_to(
        order in Just((2..52).collect::<Vec<i64>>()).prop_shuffle(),
        late in proptest::collection::hash_set(2i64..52, 0..25),
    ) {
        let config = PeerConfig { concurrency: 50, ..super::script::quiet() };
        let mut player = Player::ready(config);
        for id in 2..52 {
            let timeout = if late.contains(&id) { " timeout=50" } else { "" };
            let lines = player.play(&format!("call k{id} vendor/x{timeout}"));
            prop_assert_eq!(lines, [format!("send #{id} vendor/x")]);
        }
        let expired = player.play("wait 100");
        prop_assert_eq!(expired.iter().filter(|line| line.ends_with(" Expired")).count(), late.len());
        prop_assert_eq!(player.peer.held().tombstones, late.len());
        for id in order {
            let line = player.play(&format!("answer {id} {{\"of\":{id}}}"));
            let expected = if late.contains(&id) {
                format!("note late-answer {{\"id\":{id}}}")
            } else {
                format!("settle k{id} Answered {{\"of\":{id}}}")
            };
            prop_assert_eq!(line, [expected]);
        }
        prop_assert_eq!(player.peer.held(), crate::peer::Held::default());
    }

    #[test]
    fn no_frame_makes_the_machine_panic_in_any_phase(
        frames in proptest::collection::vec(
            prop_oneof![
                proptest::collection::vec(any::<u8>(), 0..60),
                any_text().prop_map(String::into_bytes),
            ],
            1..12,
        ),
    ) {
        let ways: [&[&str]; 6] = [
            &[],
            &["connect"],
            &["connect", "up"],
            &["connect", "up", "welcome 1", "call a ping", "list b tools"],
            &["connect", "down retryable"],
            &["connect", "up", "stop"],
        ];
        for way in ways {
            let mut player = Player::new(super::script::fetching());
            for line in way {
                player.play(line);
            }
            for bytes in &frames {
                let frame = Frame::read(Bytes::copy_from_slice(bytes));
                let input = Input::Frame { epoch: player.peer.epoch(), frame: &frame };
                player.peer.step(At::from_millis(1), input, &mut Vec::new());
            }
        }
    }
}
