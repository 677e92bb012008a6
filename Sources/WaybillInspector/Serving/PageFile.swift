import Foundation

/// One file of the page.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let type: String
    /// Changes with the contents.
    let tag: String

    init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""] ?? "application/octet-stream"
        // FNV-1a: it only has to differ between two versions of a file.
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        tag = String(hash, radix: 16)
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
    ]

    /// The files in the program, by name.
    static let embedded = Dictionary(
        uniqueKeysWithValues: EmbeddedPage.files.map { ($0.name, PageFile(name: $0.name, bytes: Array($0.text.utf8))) })

    /// Returns the files of a folder by name, or those in the program.
    static func files(in folder: String?) -> [String: PageFile] {
        guard let folder else { return embedded }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: "\(folder)/\(name)").map {
                    (name, PageFile(name: name, bytes: Array($0)))
                }
            })
    }
}
