//! Temporary.
#![allow(clippy::all, clippy::unwrap_used, clippy::print_stdout)]
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&a[1]).unwrap();
    let importer = formats::sniff(&bytes, &a[1]).unwrap();
    let (parcel, _) = importer
        .import(&bytes, &model::FixedWorld::default())
        .unwrap();
    let it = formats::exporter(&a[2]).unwrap();
    for l in it.losses(&parcel) {
        println!("{l}");
    }
    let t = std::time::Instant::now();
    let out = it.export(&parcel);
    println!("{} bytes {:?}", out.len(), t.elapsed());
    std::fs::write(&a[3], out).unwrap();
}
