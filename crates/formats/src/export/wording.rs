//! What a book says beside the story's own words, in its language: where to turn to, under which
//! condition, what to note.

use super::primary_language;

/// The phrases of a language. `{}` stands for what is said of it; where there are two, for the first
/// and the second.
pub(crate) struct Wording {
    /// The number of the section that a choice leads to.
    pub(super) turn_to: &'static str,
    pub(super) colon: &'static str,
    pub(super) quoted: &'static str,
    /// What a reader judges or notes, behind a choice.
    pub(super) aside: &'static str,
    pub(super) condition: &'static str,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) not: &'static str,
    /// A choice that can be taken a single time.
    pub(super) once: &'static str,
    /// No other choice can be taken.
    pub(super) otherwise: &'static str,
    pub(super) visited: &'static str,
    pub(super) not_visited: &'static str,
    /// How often a section was read.
    pub(super) visits: &'static str,
    /// The same of the section in which this is said.
    pub(super) visits_here: &'static str,
    /// A whole number from one to the other.
    pub(super) random: &'static str,
    /// A value under a condition; what follows is the value without it.
    pub(super) value_if: &'static str,
    pub(super) value_otherwise: &'static str,
    /// What a text begins with that is read where none of the conditions before holds.
    pub(super) in_other_cases: &'static str,
    /// Something is true from here on.
    pub(super) note: &'static str,
    /// Something is no longer true.
    pub(super) erase: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
}

impl Wording {
    /// The phrases of a language by its code. Where there are none, numbers follow an arrow, and
    /// everything else is in English.
    pub(super) fn of(language: &str) -> &'static Self {
        match primary_language(language) {
            "en" => &ENGLISH,
            "de" => &GERMAN,
            "fr" => &FRENCH,
            "es" => &SPANISH,
            "it" => &ITALIAN,
            "pt" => &PORTUGUESE,
            "ru" => &RUSSIAN,
            "zh" => &CHINESE,
            "ja" => &JAPANESE,
            "ko" => &KOREAN,
            _ => &OTHER,
        }
    }
}

const ENGLISH: Wording = Wording {
    turn_to: "turn to {}",
    colon: ": ",
    quoted: "“{}”",
    aside: " ({})",
    condition: "if {}",
    and: "and",
    or: "or",
    not: "not {}",
    once: "only once",
    otherwise: "nothing else is possible",
    visited: "you have read {}",
    not_visited: "you have not read {}",
    visits: "visits to {}",
    visits_here: "visits to this section",
    random: "a random number from {} to {}",
    value_if: "{} if {}",
    value_otherwise: "otherwise {}",
    in_other_cases: "otherwise",
    note: "write down: {}",
    erase: "cross out: {}",
    yes: "yes",
    no: "no",
};

const OTHER: Wording = Wording {
    turn_to: "→ {}",
    ..ENGLISH
};

const GERMAN: Wording = Wording {
    turn_to: "weiter bei {}",
    colon: ": ",
    quoted: "„{}“",
    aside: " ({})",
    condition: "wenn {}",
    and: "und",
    or: "oder",
    not: "nicht {}",
    once: "nur einmal",
    otherwise: "nichts anderes möglich ist",
    visited: "du {} gelesen hast",
    not_visited: "du {} nicht gelesen hast",
    visits: "Besuche von {}",
    visits_here: "Besuche dieses Abschnitts",
    random: "eine Zufallszahl von {} bis {}",
    value_if: "{}, wenn {}",
    value_otherwise: "sonst {}",
    in_other_cases: "sonst",
    note: "notiere: {}",
    erase: "streiche: {}",
    yes: "ja",
    no: "nein",
};

const FRENCH: Wording = Wording {
    turn_to: "rendez-vous au {}",
    colon: "\u{a0}: ",
    quoted: "«\u{a0}{}\u{a0}»",
    aside: " ({})",
    condition: "si {}",
    and: "et",
    or: "ou",
    not: "pas {}",
    once: "une seule fois",
    otherwise: "rien d’autre n’est possible",
    visited: "vous avez lu {}",
    not_visited: "vous n’avez pas lu {}",
    visits: "passages à {}",
    visits_here: "passages ici",
    random: "un nombre au hasard de {} à {}",
    value_if: "{} si {}",
    value_otherwise: "sinon {}",
    in_other_cases: "sinon",
    note: "notez\u{a0}: {}",
    erase: "rayez\u{a0}: {}",
    yes: "oui",
    no: "non",
};

const SPANISH: Wording = Wording {
    turn_to: "pasa al {}",
    colon: ": ",
    quoted: "«{}»",
    aside: " ({})",
    condition: "si {}",
    and: "y",
    or: "o",
    not: "no {}",
    once: "solo una vez",
    otherwise: "no es posible nada más",
    visited: "has leído {}",
    not_visited: "no has leído {}",
    visits: "visitas a {}",
    visits_here: "visitas a esta sección",
    random: "un número al azar del {} al {}",
    value_if: "{} si {}",
    value_otherwise: "si no, {}",
    in_other_cases: "si no",
    note: "anota: {}",
    erase: "tacha: {}",
    yes: "sí",
    no: "no",
};

const ITALIAN: Wording = Wording {
    turn_to: "vai al {}",
    colon: ": ",
    quoted: "«{}»",
    aside: " ({})",
    condition: "se {}",
    and: "e",
    or: "o",
    not: "non {}",
    once: "una sola volta",
    otherwise: "non è possibile altro",
    visited: "hai letto {}",
    not_visited: "non hai letto {}",
    visits: "visite a {}",
    visits_here: "visite a questo paragrafo",
    random: "un numero a caso da {} a {}",
    value_if: "{} se {}",
    value_otherwise: "altrimenti {}",
    in_other_cases: "altrimenti",
    note: "annota: {}",
    erase: "cancella: {}",
    yes: "sì",
    no: "no",
};

const PORTUGUESE: Wording = Wording {
    turn_to: "vá para {}",
    colon: ": ",
    quoted: "“{}”",
    aside: " ({})",
    condition: "se {}",
    and: "e",
    or: "ou",
    not: "não {}",
    once: "só uma vez",
    otherwise: "nada mais é possível",
    visited: "você leu {}",
    not_visited: "você não leu {}",
    visits: "visitas a {}",
    visits_here: "visitas a esta seção",
    random: "um número ao acaso de {} a {}",
    value_if: "{} se {}",
    value_otherwise: "senão {}",
    in_other_cases: "senão",
    note: "anote: {}",
    erase: "risque: {}",
    yes: "sim",
    no: "não",
};

const RUSSIAN: Wording = Wording {
    turn_to: "перейдите к {}",
    colon: ": ",
    quoted: "«{}»",
    aside: " ({})",
    condition: "если {}",
    and: "и",
    or: "или",
    not: "не {}",
    once: "только один раз",
    otherwise: "ничего другого нельзя",
    visited: "вы читали {}",
    not_visited: "вы не читали {}",
    visits: "число посещений {}",
    visits_here: "число посещений этого раздела",
    random: "случайное число от {} до {}",
    value_if: "{}, если {}",
    value_otherwise: "иначе {}",
    in_other_cases: "иначе",
    note: "запишите: {}",
    erase: "вычеркните: {}",
    yes: "да",
    no: "нет",
};

const CHINESE: Wording = Wording {
    turn_to: "翻到 {}",
    colon: "：",
    quoted: "“{}”",
    aside: "（{}）",
    condition: "如果 {}",
    and: "且",
    or: "或",
    not: "没有 {}",
    once: "仅限一次",
    otherwise: "没有其他选择",
    visited: "读过 {}",
    not_visited: "没读过 {}",
    visits: "读过 {} 的次数",
    visits_here: "读过本节的次数",
    random: "{} 到 {} 之间的随机数",
    value_if: "{}（如果 {}）",
    value_otherwise: "否则 {}",
    in_other_cases: "否则",
    note: "记下：{}",
    erase: "划掉：{}",
    yes: "是",
    no: "否",
};

const JAPANESE: Wording = Wording {
    turn_to: "{} へ進む",
    colon: "：",
    quoted: "「{}」",
    aside: "（{}）",
    condition: "条件：{}",
    and: "かつ",
    or: "または",
    not: "{} でない",
    once: "一度だけ",
    otherwise: "ほかに選べるものがない",
    visited: "{} を読んだ",
    not_visited: "{} を読んでいない",
    visits: "{} を読んだ回数",
    visits_here: "この項目を読んだ回数",
    random: "{} から {} までの乱数",
    value_if: "{}（条件：{}）",
    value_otherwise: "それ以外は {}",
    in_other_cases: "それ以外",
    note: "書き留める：{}",
    erase: "消す：{}",
    yes: "はい",
    no: "いいえ",
};

const KOREAN: Wording = Wording {
    turn_to: "{}번으로",
    colon: ": ",
    quoted: "‘{}’",
    aside: " ({})",
    condition: "조건: {}",
    and: "그리고",
    or: "또는",
    not: "{} 아님",
    once: "한 번만",
    otherwise: "다른 선택이 없음",
    visited: "{} 읽음",
    not_visited: "{} 읽지 않음",
    visits: "{} 읽은 횟수",
    visits_here: "이 항목을 읽은 횟수",
    random: "{}부터 {}까지의 난수",
    value_if: "{} (조건: {})",
    value_otherwise: "아니면 {}",
    in_other_cases: "아니면",
    note: "기록: {}",
    erase: "지우기: {}",
    yes: "예",
    no: "아니요",
};
