/// Reads inputs as lines of hexadecimal digits. Writes for each the SHA-256 of the whole, and that of the same bytes in
/// pieces of 1, 2, 3 … bytes, as `Scripts/sha256.sh` expects them.
while let line = readLine() {
    let digits = Array(line.utf8).map { $0 < 58 ? $0 - 48 : $0 - 87 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    var pieces = SHA256()
    var start = 0
    var length = 1
    while start < bytes.count {
        let end = min(start + length, bytes.count)
        pieces.update(bytes[start..<end])
        (start, length) = (end, length + 1)
    }
    let (whole, pieced) = (SHA256.hash(bytes), pieces.finalize())
    print(whole == pieced ? whole.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() : "differs in pieces")
}
