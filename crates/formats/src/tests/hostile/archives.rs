//! Archives that no ordinary program would write.

use formats::Folder;

/// The archive with changes applied to its content.
fn with(file: &[u8], more: impl FnOnce(&mut Folder)) -> Vec<u8> {
    let mut folder = Folder::unpack(file).expect("a sound archive");
    more(&mut folder);
    folder.pack(&["mimetype"])
}

/// Every position of `wanted` in these bytes.
fn places(bytes: &[u8], wanted: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(wanted.len()).enumerate();
    windows.filter(|it| it.1 == wanted).map(|it| it.0).collect()
}

/// With a path outside the archive.
pub(crate) fn outside(file: &[u8]) -> Vec<u8> {
    with(file, |it| it.put("../../outside.txt", "x"))
}

/// With one file name twice.
pub(crate) fn twice(file: &[u8]) -> Vec<u8> {
    let mut bytes = with(file, |it| {
        it.put("twice-a.txt", "x");
        it.put("twice-b.txt", "y");
    });
    for at in places(&bytes, b"twice-b.txt") {
        bytes[at + 6] = b'a';
    }
    bytes
}

/// With one path under two different names.
pub(crate) fn twice_by_other_names(file: &[u8]) -> Vec<u8> {
    with(file, |it| {
        it.put("twice/a.twee", "x");
        it.put("twice/./a.twee", "y");
    })
}

/// With the files marked as encrypted in their headers.
pub(crate) fn encrypted(file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for (mark, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        for at in places(file, mark) {
            bytes[at + flags] |= 1;
        }
    }
    bytes
}

/// With an extremely compressed file, whose extension is one that each format reads.
pub(crate) fn bomb(file: &[u8]) -> Vec<u8> {
    with(file, |it| {
        let extensions = ["twee", "ink", "yarn", "md", "xml"];
        let bomb = vec![b' '; 33 << 20];
        let own = |it: &String| it.rsplit('.').next().unwrap_or_default().to_owned();
        let own: Vec<_> = it.files.keys().map(own).collect();
        let extension = extensions
            .into_iter()
            .find(|it| own.iter().any(|own| own == it));
        it.put(format!("z.{}", extension.unwrap_or("bin")), bomb);
    })
}

/// With more files than the limit.
pub(crate) fn too_many() -> Vec<u8> {
    // Built by hand: only the central directory is examined.
    let count: u32 = 100_001;
    let mut list = Vec::new();
    for number in 0..count {
        let name = format!("{number:06}.twee");
        list.extend(b"PK\x01\x02\x14\0\x14\0");
        list.extend([0; 20]);
        list.extend([name.len() as u8, 0]);
        list.extend([0; 16]);
        list.extend(name.bytes());
    }
    let mut end = b"PK\x06\x06".to_vec();
    end.extend(44_u64.to_le_bytes());
    end.extend([45, 0, 45, 0]);
    end.extend([0; 8]);
    end.extend(u64::from(count).to_le_bytes());
    end.extend(u64::from(count).to_le_bytes());
    end.extend((list.len() as u64).to_le_bytes());
    end.extend(0_u64.to_le_bytes());
    end.extend(b"PK\x06\x07\0\0\0\0");
    end.extend((list.len() as u64).to_le_bytes());
    end.extend(1_u32.to_le_bytes());
    end.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff");
    end.extend([0xff; 8]);
    end.extend([0; 2]);
    [list, end].concat()
}

/// The first half of the archive.
pub(crate) fn cut(file: &[u8]) -> Vec<u8> {
    file[..file.len() / 2].to_vec()
}

/// With one byte of the compressed data changed.
pub(crate) fn damaged(file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    // After the header of the last file and its name.
    let last = places(file, b"PK\x03\x04")
        .pop()
        .expect("an archive has files");
    let name = usize::from(u16::from_le_bytes([file[last + 26], file[last + 27]]));
    bytes[last + 30 + name + 3] ^= 0x55;
    bytes
}
