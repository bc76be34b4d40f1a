//! The painter: the same wish gives the same bytes, sizes are right, any prompt is painted.

use proptest::prelude::*;

use super::spec::Subject;
use super::*;

fn request(prompt: &str, ratio: &str, seed: Option<u64>) -> ImageRequest {
    ImageRequest {
        prompt: prompt.to_owned(),
        ratio: ratio.to_owned(),
        seed,
    }
}

fn paint(prompt: &str, ratio: &str, seed: Option<u64>) -> GeneratedImage {
    painted(&request(prompt, ratio, seed), &CancellationToken::new()).unwrap()
}

#[test]
fn same_prompt_and_seed_give_the_same_bytes() {
    for prompt in ["Neo, cyberpunk style", "灯塔 夜晚 大海", "hope"] {
        assert!(
            paint(prompt, "1:1", Some(7)) == paint(prompt, "1:1", Some(7)),
            "{prompt}"
        );
        assert!(
            paint(prompt, "1:1", None) == paint(prompt, "1:1", None),
            "{prompt}"
        );
    }
}

#[test]
fn different_seed_or_prompt_gives_a_different_picture() {
    let bytes = |prompt, seed| paint(prompt, "1:1", seed).bytes;
    assert!(bytes("portrait", Some(1)) != bytes("portrait", Some(2)));
    assert!(bytes("hope", None) != bytes("fear", None));
}

#[test]
fn reports_the_seed_which_reproduces_the_picture() {
    let first = paint("灯塔 夜晚 大海", "16:9", None);
    let again = paint("灯塔 夜晚 大海", "16:9", first.seed);
    assert!(
        first == again,
        "the seed made from the prompt is the one to give"
    );
}

#[test]
fn every_ratio_has_a_matching_size() {
    let sizes = [
        ("1:1", (1024, 1024)),
        ("3:4", (768, 1024)),
        ("4:3", (1024, 768)),
        ("16:9", (1024, 576)),
        ("9:16", (576, 1024)),
        ("2：3", (683, 1024)),
        (" 21 : 9 ", (1024, 439)),
        ("", (1024, 1024)),
        ("100:1", (1024, 256)),
    ];
    for (ratio, expected) in sizes {
        assert_eq!(size(ratio).unwrap(), expected, "{ratio}");
    }
    let painted = paint("door", "9:16", None);
    let decoded = Pixmap::decode_png(&painted.bytes).unwrap();
    assert_eq!(
        (decoded.width(), decoded.height()),
        (painted.width, painted.height)
    );
    assert_eq!((painted.width, painted.height), (576, 1024));
}

#[test]
fn rejects_an_invalid_ratio_with_an_example() {
    for ratio in ["wide", "1:0", "0:1", "-1:2", "1:NaN", "1:inf", "1:", ":"] {
        let error = size(ratio).unwrap_err();
        assert!(
            matches!(error, LlmError::BadRequest { status: 400, .. }),
            "{ratio}"
        );
        assert!(error.to_string().contains("16:9"), "{error}");
    }
}

#[test]
fn keywords_select_the_subject_in_both_languages() {
    let cases = [
        ("Neo, cyberpunk style", Subject::Portrait),
        ("尼奥，赛博朋克风格", Subject::Portrait),
        ("Neo，头像", Subject::Portrait),
        ("Thomas Anderson", Subject::Portrait),
        ("an old man in a forest", Subject::Portrait),
        ("灯塔 夜晚 大海", Subject::Sea),
        ("a lighthouse by the sea", Subject::Sea),
        ("cyberpunk city at night", Subject::City),
        ("赛博朋克城市", Subject::City),
        ("森林", Subject::Forest),
        ("Mountains at dawn", Subject::Mountains),
        ("雪山", Subject::Mountains),
        ("沙漠", Subject::Desert),
        ("The Lobby", Subject::Room),
        ("一扇门", Subject::Door),
        ("宇宙", Subject::Space),
        ("hope", Subject::Abstract),
        ("希望", Subject::Abstract),
        // Part of a word does not match.
        ("seasoned heroics", Subject::Abstract),
    ];
    for (prompt, subject) in cases {
        assert_eq!(SceneSpec::read(prompt, 1).subject, subject, "{prompt}");
    }
}

#[test]
fn finds_colors_next_to_what_they_describe() {
    let spec = |prompt| SceneSpec::read(prompt, 1).person;
    assert_eq!(
        spec("portrait, red hair, blue coat").hair,
        spec("头像，红色头发").hair
    );
    assert_eq!(
        spec("portrait, black hair, blue coat").cloth,
        spec("肖像，蓝色外套").cloth
    );
    assert_ne!(
        spec("portrait, red hair").hair,
        spec("portrait, green hair").hair
    );
}

#[test]
fn image_file_does_not_contain_the_prompt() {
    let painted = paint("SecretName, portrait", "1:1", None);
    let names = |it: &[u8]| it.windows(10).any(|window| window == b"SecretName");
    assert!(!names(&painted.bytes));
    let decoder = png::Decoder::new(std::io::Cursor::new(&painted.bytes));
    let reader = decoder.read_info().unwrap();
    let info = reader.info();
    let texts = (
        &info.uncompressed_latin1_text,
        &info.compressed_latin1_text,
        &info.utf8_text,
    );
    assert!(
        texts.0.is_empty() && texts.1.is_empty() && texts.2.is_empty(),
        "{texts:?}"
    );
}

#[test]
fn cancelled_painting_stops() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let image_request = request("city", "1:1", None);
    assert_eq!(
        painted(&image_request, &cancelled),
        Err(LlmError::Cancelled)
    );
    let outcome = runtime.block_on(Painter.generate(&image_request, &cancelled));
    assert_eq!(outcome, Err(LlmError::Cancelled));
}

#[test]
fn implements_image_model_and_is_free() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let image_request = request("forest", "16:9", Some(3));
    let outcome = runtime
        .block_on(Painter.generate(&image_request, &CancellationToken::new()))
        .unwrap();
    assert!(outcome == paint("forest", "16:9", Some(3)));
    assert_eq!(
        (outcome.model.as_str(), outcome.mime.as_str()),
        ("builtin:painter", "image/png")
    );
    assert!(!Painter.is_paid());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_prompt_can_be_painted(
        prompt in prop_oneof![any::<String>(), "(portrait|sea|door|room|space|snow|rain|雾|女|船| )*"],
        seed in any::<u64>(),
        wide in 1u32..40,
        high in 1u32..40,
    ) {
        let painted = paint(&prompt, &format!("{wide}:{high}"), Some(seed));
        prop_assert!(painted.bytes.starts_with(b"\x89PNG"));
        prop_assert!(painted.width.max(painted.height) == LONG_SIDE);
    }

    #[test]
    fn any_ratio_is_a_size_or_an_error(ratio in any::<String>()) {
        if let Ok((width, height)) = size(&ratio) {
            prop_assert!((SHORT_SIDE..=LONG_SIDE).contains(&width));
            prop_assert!((SHORT_SIDE..=LONG_SIDE).contains(&height));
        }
    }
}
