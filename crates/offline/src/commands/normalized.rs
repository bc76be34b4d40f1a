//! An instruction prepared for matching: quoted passages become one opaque character each, letters
//! are folded (case, width, traditional to simplified), and every position maps back to the words
//! as written. Enter through [`NormalizedText::new`].

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use model::is_han;

/// The first of the characters that stand for quoted passages; not used by any script.
const FIRST_QUOTE_MASK: u32 = 0xF_0000;
const LAST_QUOTE_MASK: u32 = 0xF_FFFD;

/// Opening and closing quotes that keep their contents together.
const QUOTES: &[(char, char)] = &[
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
];

/// The traditional characters used in our own sentences, each followed by its simplified form. For
/// writing: if several share a simplified form, a complete table could not tell which is meant.
const TRADITIONAL_PAIRS: &str = "將将為为設设置置刪删畫画節节點点連连鏈链場场寫写續续後后銷销屬属稱称顯显尋寻\
    給给個个張张幀帧圖图標标題题內内標标籤签這这裡里裏里麼么麽么嗎吗會会樣样換换開开關关從从與与並并\
    錄录軸轴觀观見见現现頭头條条種种紹绍說说話话請请幫帮讓让變变齡龄歲岁髮发發发顏颜臉脸綠绿紅红藍蓝\
    黃黄銀银職职業业態态狀状聲声檔档書书線线邊边構构幾几兩两項项無无該该則则復复歷历舊旧結结綱纲\
    誰谁裝装車车輸输導导匯汇載载儲储環环選选擇择應应對对較较斷断開开圍围鄰邻號号橫横風风動动獨独\
    來来時时間间門门燈灯島岛龍龙飛飞馬马鳥鸟魚鱼貓猫夢梦國国華华東东廣广庫库遠远還还過过進进達达\
    適适運运遊游違违遲迟鐘钟鏡镜長长陽阳陰阴陸陆階阶隊队際际隨随隱隐難难雲云電电靜静韓韩響响頁页順顺\
    須须預预領领頻频願愿類类驗验體体鬥斗鬧闹齊齐級级約约紙纸終终組组細细經经緣缘編编緊紧總总縮缩\
    罵骂義义習习聖圣聞闻聽听膽胆臨临舉举藝艺蘭兰虛虚術术衛卫補补製制覺觉計计訂订訊讯討讨記记訪访\
    證证詞词試试詩诗詳详語语認认誤误調调談谈論论諸诸謀谋講讲謝谢證证識识譯译議议護护讀读豐丰貓猫\
    負负財财責责貴贵買买費费資资賓宾質质賣卖贈赠贏赢趕赶跡迹軍军軟软輕轻輪轮轉转辦办農农遺遗選选\
    樂乐機机權权歡欢歸归殘残殺杀氣气漢汉滅灭滿满漸渐潛潜灣湾為为爾尔牆墙獎奖獸兽瓊琼產产畢毕療疗\
    盡尽監监盤盘眾众確确禮礼禍祸稅税穩稳窮穷競竞筆笔範范簡简築筑籃篮糧粮純纯統统絕绝維维網网羅罗\
    詢询肅肃腦脑葉叶蒼苍蓋盖藥药處处蟲虫衝冲訴诉註注誠诚讚赞貝贝踐践邏逻醫医釋释針针鋼钢錢钱\
    錯错鍵键鎖锁鐵铁閃闪閉闭閱阅隻只雖虽雙双雜杂離离霧雾靈灵項项頂顶願愿風风饑饥館馆騎骑驚惊鬱郁\
    創创單单沒没廳厅樓楼執执審审戲戏劇剧務务塊块層层塵尘壞坏壓压據据擊击擴扩攝摄傳传傷伤價价儘尽\
    優优勝胜勢势勞劳協协參参叢丛喚唤嘗尝園园圓圆報报夥伙奪夺奮奋妝妆嚴严寶宝實实專专將将岡冈師师\
    帳帐幣币廟庙異异廢废彎弯彈弹徑径恆恒惡恶愛爱慶庆憂忧憶忆懷怀戀恋戰战挾挟掃扫採采揚扬揮挥損损\
    搖摇擁拥擔担擋挡攜携曆历棄弃榮荣槍枪橋桥檢检櫃柜歐欧歲岁淚泪淨净渦涡溫温溝沟滅灭潔洁澤泽濕湿\
    災灾為为烏乌無无煙烟煩烦熱热燒烧爐炉爭争牽牵狹狭獄狱瑪玛療疗癒愈發发皺皱睜睁矯矫礙碍穀谷竊窃當当別别";

/// A character as patterns expect it: lower case, half width, simplified.
pub(super) fn fold(c: char) -> char {
    match c {
        '\u{3000}' | '\u{a0}' | '\t' => ' ',
        '\u{ff01}'..='\u{ff5e}' => {
            let narrow = char::from_u32(c as u32 - 0xfee0).unwrap_or(c);
            narrow.to_ascii_lowercase()
        }
        '’' => '\'',
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        _ => model::to_simplified_char(c),
    }
}

/// A text with every character folded; for comparing titles and keys.
pub(super) fn fold_text(text: &str) -> String {
    text.trim().chars().map(fold).collect()
}

/// Whether a text is written in traditional characters.
pub(super) fn is_traditional(text: &str) -> bool {
    text.chars().any(model::is_traditional_char)
}

/// One of our own sentences in traditional characters. Never for a person's words: the conversion
/// is not one to one.
pub(super) fn to_traditional(text: &str) -> String {
    static TRADITIONAL_OF: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
        let mut table = HashMap::new();
        let mut written = TRADITIONAL_PAIRS.chars().filter(|it| !it.is_whitespace());
        while let (Some(traditional), Some(simplified)) = (written.next(), written.next()) {
            table.insert(simplified, traditional);
        }
        // If several traditional characters share a simplified one, this is the one our sentences
        // mean.
        table.extend([
            ('里', '裡'),
            ('发', '發'),
            ('么', '麼'),
            ('只', '只'),
            ('斗', '斗'),
        ]);
        table.extend([
            ('尽', '盡'),
            ('历', '歷'),
            ('岁', '歲'),
            ('采', '採'),
            ('制', '製'),
            ('注', '註'),
            ('冲', '衝'),
            ('郁', '鬱'),
        ]);
        table
    });
    let written = |c: char| TRADITIONAL_OF.get(&c).copied().unwrap_or(c);
    text.replace("头发", "头髮").chars().map(written).collect()
}

/// An instruction prepared for matching.
pub(super) struct NormalizedText<'a> {
    source: &'a str,
    /// Folded, each quoted passage as one character.
    pub(super) letters: Vec<char>,
    /// Where each letter begins in the source; one more for the end.
    offsets: Vec<usize>,
    /// The contents of each quoted passage, as bytes of the source.
    quotes: Vec<Range<usize>>,
}

impl<'a> NormalizedText<'a> {
    /// Parses an instruction; linear in its length.
    pub(super) fn new(source: &'a str) -> Self {
        let mut normalized = Self {
            source,
            letters: Vec::new(),
            offsets: Vec::new(),
            quotes: Vec::new(),
        };
        let mut unclosed = [false; QUOTES.len()];
        let mut at = 0;
        let mut before = ' ';
        while let Some(c) = source[at..].chars().next() {
            normalized.offsets.push(at);
            let end = normalized.quote(at, before, &mut unclosed);
            let next = end.unwrap_or(at + c.len_utf8());
            match end {
                Some(_) => normalized.mask(at + c.len_utf8(), next),
                None if (FIRST_QUOTE_MASK..=LAST_QUOTE_MASK).contains(&(c as u32)) => {
                    normalized.letters.push('\u{fffd}')
                }
                None => normalized.letters.push(fold(c)),
            }
            before = c;
            at = next;
        }
        normalized.offsets.push(at);
        normalized
    }

    /// Where the quoted passage that opens at `at` ends, including its closing quote.
    fn quote(&self, at: usize, before: char, unclosed: &mut [bool]) -> Option<usize> {
        let open = self.source[at..].chars().next()?;
        let kind = QUOTES.iter().position(|it| it.0 == open)?;
        let close = QUOTES[kind].1;
        // An apostrophe inside a word is not an opening quote.
        let is_apostrophe = |it: char| it == '\'' || it == '’';
        if unclosed[kind] || (is_apostrophe(open) && before.is_alphanumeric() && !is_han(before)) {
            return None;
        }
        let from = at + open.len_utf8();
        let mut rest = self.source[from..].char_indices().peekable();
        while let Some((offset, c)) = rest.next() {
            let inside = rest
                .peek()
                .is_some_and(|it| it.1.is_alphanumeric() && !is_han(it.1));
            if c == close && offset > 0 && !(is_apostrophe(close) && inside) {
                return (self.quotes.len() < (LAST_QUOTE_MASK - FIRST_QUOTE_MASK) as usize)
                    .then_some(from + offset + c.len_utf8());
            }
        }
        unclosed[kind] = true;
        None
    }

    fn mask(&mut self, from: usize, end: usize) {
        let close = self.source[..end]
            .chars()
            .next_back()
            .map_or(0, char::len_utf8);
        let letter = char::from_u32(FIRST_QUOTE_MASK + self.quotes.len() as u32);
        self.letters
            .push(letter.expect("the count stays within a private plane"));
        self.quotes.push(from..end - close);
    }

    /// The range without white space and separators at both ends.
    pub(super) fn trim(&self, range: Range<usize>) -> Range<usize> {
        let is_edge = |c: char| c.is_whitespace() || ",;，；、。.!?！？~～…".contains(c);
        let mut range = self.trim_spaces(range);
        while range.start < range.end && is_edge(self.letters[range.end - 1]) {
            range.end -= 1;
        }
        while range.start < range.end && is_edge(self.letters[range.start]) {
            range.start += 1;
        }
        range
    }

    /// The range without white space at both ends.
    pub(super) fn trim_spaces(&self, mut range: Range<usize>) -> Range<usize> {
        while range.start < range.end && self.letters[range.start].is_whitespace() {
            range.start += 1;
        }
        while range.start < range.end && self.letters[range.end - 1].is_whitespace() {
            range.end -= 1;
        }
        range
    }

    /// The words of a range as written.
    pub(super) fn source(&self, range: Range<usize>) -> &'a str {
        &self.source[self.offsets[range.start]..self.offsets[range.end]]
    }

    /// The words of a range folded, quoted passages as their mask.
    pub(super) fn folded(&self, range: Range<usize>) -> String {
        self.letters[range].iter().collect()
    }

    /// The contents of a quoted passage, if the range is one.
    pub(super) fn quoted(&self, range: Range<usize>) -> Option<&'a str> {
        let range = self.trim(range);
        let letter = *self.letters.get(range.start)? as u32;
        if range.len() != 1 || !(FIRST_QUOTE_MASK..=LAST_QUOTE_MASK).contains(&letter) {
            return None;
        }
        self.quotes
            .get((letter - FIRST_QUOTE_MASK) as usize)
            .map(|it| &self.source[it.clone()])
    }

    /// Whether a letter stands for a quoted passage.
    pub(super) fn is_mask(letter: char) -> bool {
        (FIRST_QUOTE_MASK..=LAST_QUOTE_MASK).contains(&(letter as u32))
    }

    /// The value of a range: the contents of the quotes, or the words without separators around
    /// them.
    pub(super) fn value(&self, range: Range<usize>) -> String {
        match self.quoted(range.clone()) {
            Some(inner) => inner.to_owned(),
            None => self.source(self.trim(range)).to_owned(),
        }
    }

    /// The words of a range with their punctuation: prose.
    pub(super) fn prose(&self, range: Range<usize>) -> String {
        match self.quoted(range.clone()) {
            Some(inner) => inner.to_owned(),
            None => self.source(range).trim().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_traditional_chinese_like_simplified() {
        let signs: Vec<char> = TRADITIONAL_PAIRS
            .chars()
            .filter(|it| !it.is_whitespace())
            .collect();
        assert_eq!(signs.len() % 2, 0);
        for pair in signs.chunks(2) {
            assert_eq!(fold(pair[0]), pair[1], "{pair:?}");
        }
        let text = "当这个节点的头发变了，别处发现后面没有";
        let written = to_traditional(text);
        assert_eq!(written, "當這個節點的頭髮變了，別處發現後面沒有");
        assert_eq!(fold_text(&written), text.replace('，', ","));
        assert!(is_traditional(&written) && !is_traditional(text));
    }
}
