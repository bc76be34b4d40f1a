//! What a credential allows, when it is valid, and what is rejected.

use super::*;

fn claims() -> Claims {
    Claims {
        id: "cred_1".to_owned(),
        environment: "story-1".to_owned(),
        role: ClientType::AGENT,
        client: "agent_001".to_owned(),
        from: at(100),
        until: at(200),
        grant: serde_json::json!({ "write": true }),
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).expect("a time of 1970")
}

#[test]
fn a_credential_is_valid_only_within_its_time() {
    let key = SigningKey::generate().expect("randomness");
    let text = key.issue(&claims());
    let public = key.public();
    assert_eq!(public.verify(&text, at(100)), Ok(claims()));
    assert_eq!(public.verify(&text, at(199)), Ok(claims()));
    for outside in [99, 200, 10_000] {
        assert_eq!(
            public.verify(&text, at(outside)),
            Err(CredentialError::Expired)
        );
    }
}

#[test]
fn a_changed_truncated_or_foreign_credential_is_invalid() {
    let key = SigningKey::generate().expect("randomness");
    let public = key.public();
    let text = key.issue(&claims());
    for at_byte in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at_byte] = if changed[at_byte] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).expect("ASCII");
        if changed != text {
            assert_eq!(
                public.verify(&changed, at(150)),
                Err(CredentialError::Invalid)
            );
        }
        assert_eq!(
            public.verify(&text[..at_byte], at(150)),
            Err(CredentialError::Invalid)
        );
    }
    let other = SigningKey::generate().expect("randomness").issue(&claims());
    assert_eq!(
        public.verify(&other, at(150)),
        Err(CredentialError::Invalid)
    );
    let footer = format!("{text}.Zm9v");
    assert_eq!(
        public.verify(&footer, at(150)),
        Err(CredentialError::Invalid)
    );
    // A token that the same key signed for another purpose.
    let message = serde_json::to_vec(&claims()).expect("JSON");
    let purpose = PublicToken::sign(&key.0, &message, None, None).expect("signs");
    assert_eq!(
        public.verify(&purpose, at(150)),
        Err(CredentialError::Invalid)
    );
}

#[test]
fn keys_round_trip_as_text_and_debug_hides_the_secret() {
    let key = SigningKey::generate().expect("randomness");
    let text = key.to_text();
    let again = SigningKey::from_text(&text).expect("a key");
    assert_eq!(again.public(), key.public());
    assert_eq!(
        PublicKey::from_text(&key.public().to_text()),
        Ok(key.public())
    );
    assert!(PublicKey::from_text(&text).is_err());
    assert!(!format!("{key:?}").contains(&text["k4.secret.".len()..]));
}
