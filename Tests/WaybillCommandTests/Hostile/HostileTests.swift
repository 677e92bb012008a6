import Foundation
import Testing

/// Hostile files: each is rejected with a diagnostic or as unreadable, never with a trap, within a second and 256 MiB.
@Suite("The cost of hostile files")
struct HostileTests {
    #if DEBUG
        /// The factor for builds without optimization.
        private static let maximumSeconds = 10.0
        private static let large = mebibyte / 16
        private static let many = 300
        /// Interceptors and routes of a graph, and the boxes whose arrows are left out.
        private static let (boxes, omitted) = (1_000, 990)
    #else
        private static let maximumSeconds = 1.0
        private static let large = 8 * mebibyte - 64
        private static let many = 5_000
        private static let (boxes, omitted) = (2_000, 1_995)
    #endif
    private static let mebibyte = 1 << 20

    private struct Text: Sendable, CustomTestStringConvertible {
        var name: String
        var make: @Sendable () -> [UInt8]

        init(_ name: String, _ make: @autoclosure @escaping @Sendable () -> String) {
            self.name = name
            self.make = { Array(make().utf8) }
        }

        init(_ name: String, bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
            self.name = name
            make = bytes
        }

        var testDescription: String { name }
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static let texts = [
        Text("an alias bomb", bomb),
        Text(
            "aliases of a long list", "waybill: 1\na: &a [\(times(50_000, "x,"))x]\nroutes:\n\(times(50_000, "- *a\n"))"
        ),
        Text("50,000 open lists", times(50_000, "[")),
        Text("50,000 lists", times(50_000, "[") + times(50_000, "]")),
        Text("50,000 open mappings", times(50_000, "{a: ")),
        Text("50,000 lists on one line", times(50_000, "- ") + "a"),
        Text("50,000 keys that are keys", times(50_000, "? ") + "a"),
        Text("NULs", bytes: Array(repeating: 0, count: 4096)),
        Text("a NUL in a name", bytes: Array("waybill: 1\nroutes:\n  - a\0b\n".utf8)),
        Text("bytes that are no UTF-8", bytes: Array(repeating: 0xFF, count: 4096)),
        Text("a surrogate", bytes: Array("waybill: ".utf8) + [0xED, 0xA0, 0x80]),
        Text("an overlong slash", bytes: Array("waybill: ".utf8) + [0xC0, 0xAF]),
        Text("a character cut off", bytes: Array("waybill: 1\na: ".utf8) + [0xE2, 0x82]),
        Text("UTF-16", bytes: [0xFF, 0xFE] + Array("waybill: 1\n".utf8).flatMap { [$0, 0] }),
        Text("a great many lines", times(large / 8, "#.....\n")),
        Text("nothing but line ends", times(large, "\n")),
        Text("a scalar of mebibytes", "waybill: 1\na: \"\(times(large - 64, "x"))\"\n"),
        Text("a regex of groups", regex(times(100_000, "(") + "a" + times(100_000, ")"))),
        Text("a regex of counts", regex("((a{1000}){1000}){1000}")),
        Text("a regex of too many states", regex("(a|b)*a(a|b){200}")),
        Text("a file that includes itself", "waybill: 1\ninclude: [hostile.yaml]\n"),
        Text(
            "aliases of a long text", "waybill: 1\na: &a \(times(60_000, "x"))\nroutes:\n\(times(large / 16, "- *a\n"))"
        ),
        Text("a great many mistakes", "waybill: 1\nroutes:\n\(times(large / 4, "- a\n"))"),
        Text("keys with marks", "waybill: 1\n\((0..<large / 16).map { "a\u{202E}\($0): x\n" }.joined())"),
        Text("line separators", "waybill: 1\na: \(times(large / 4, "\u{2028}"))\n"),
        Text(
            "includes of nothing", "waybill: 1\ninclude:\n\((0..<large / 32).map { "- a\($0).yaml\n" }.joined())"),
        Text(
            "references to nothing",
            "waybill: 1\nmodules:\n\((0..<large / 64).map { "  m\($0): {requires: [P\($0)]}\n" }.joined())"),
        Text(
            "mistakes in items",
            "waybill: 1\nroutes:\n\((0..<large / 16).map { "- &a\($0) x\n" }.joined())"),
        Text(
            "regexes", "waybill: 1\nroutes:\n\((0..<large / 128).map(regexRoute).joined())"),
        Text(
            "a list of values",
            "waybill: 1\nroutes:\n  - {url: /:a, handler: x, nope: 1, params: {a: [\((0..<large / 8).map { "v\($0)" }.joined(separator: ","))]}}\n"
        ),
        Text("a byte over the limit", times(8 * mebibyte + 1, "a")),
    ]

    private static let bomb: String =
        (1..<12).reduce("waybill: 1\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n") { text, level in
            text + "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n"
        }

    /// Regexes that are each within their own budget.
    private static func regexRoute(_ number: Int) -> String {
        "- {url: '/\(number)/:a', handler: a, params: {a: '/(a|b)*a(a|b){9}\(number)/'}}\n"
    }

    private static func regex(_ text: String) -> String {
        "waybill: 1\nroutes:\n  - { handler: a, url: /:a, params: { a: '/\(text)/' } }\n"
    }

    @Test("A hostile text is rejected, at little cost", arguments: texts)
    private func text(_ text: Text) throws {
        try withFolder { folder in
            try Data(text.make()).write(to: folder.appending(path: "hostile.yaml"))
            let run = try MeasuredRun(
                ["check", "hostile.yaml", "--format", "text", "--format", "sarif=out.sarif"], in: folder)
            Self.expectCheap(run, text.name)
            #expect(run.status == 1, "\(text.name): \(run.output.prefix(300))")
        }
    }

    @Test("A path that is not a regular file is rejected, and never blocks")
    func places() throws {
        try withFolder(["folder.yaml/keep.txt": ""]) { folder in
            let path = { (name: String) in folder.appending(path: name).path }
            #expect(unsafe mkfifo(path("pipe.yaml"), 0o600) == 0)  // a plain call
            #expect(unsafe symlink("loop.yaml", path("loop.yaml")) == 0)  // a plain call
            #expect(unsafe symlink("nothing", path("dangling.yaml")) == 0)  // a plain call
            try Data().write(to: folder.appending(path: "sparse.yaml"))
            #expect(unsafe truncate(path("sparse.yaml"), 4 << 30) == 0)  // a plain call
            let places: [(String, Int32)] = [
                ("pipe.yaml", 3), ("loop.yaml", 3), ("dangling.yaml", 3), ("folder.yaml", 3), ("/dev/zero", 3),
                ("/dev/null", 3), ("missing.yaml", 3), ("sparse.yaml", 1),
            ]
            for (place, status) in places {
                let run = try MeasuredRun(["check", place], in: folder)
                Self.expectCheap(run, place)
                #expect(run.status == status, "\(place): \(run.output)")
            }
        }
    }

    @Test("A folder that leads back to itself is walked once")
    func folderLoop() throws {
        try withFolder(["tree/a/b.yaml": "waybill: 1\n"]) { folder in
            #expect(unsafe symlink("..", folder.appending(path: "tree/a/up").path) == 0)  // a plain call
            let run = try MeasuredRun(["check", "tree"], in: folder)
            Self.expectCheap(run, "tree")
            #expect(run.status == 0 && run.output.contains("1 file"), "\(run.output)")
        }
    }

    @Test("A set that is too large is rejected before it is read", arguments: ["hostile.yaml", "."])
    func largeSet(path: String) throws {
        try withFolder(["hostile.yaml": "waybill: 1\ninclude: ['*.yaml']\n"]) { folder in
            for number in 0..<100 {
                let file = folder.appending(path: "large\(number).yaml")
                try Data("waybill: 1\n#".utf8).write(to: file)
                #expect(unsafe truncate(file.path, 5 << 19) == 0)  // a plain call
            }
            let run = try MeasuredRun(["check", path], in: folder)
            Self.expectCheap(run, path)
            #expect(run.status == 1 && run.output.contains("the limit is 32 MiB"), "\(run.output)")
        }
    }

    @Test("Files that include each other are read once each", arguments: ["s0.yaml", "."])
    func siblings(path: String) throws {
        let texts = (0..<Self.many).map { ("s\($0).yaml", "waybill: 1\ninclude: ['*.yaml']\n") }
        try withFolder(Dictionary(uniqueKeysWithValues: texts)) { folder in
            let run = try MeasuredRun(["check", path, "--format", "compact"], in: folder)
            Self.expectCheap(run, path)
            #expect(run.status == 1 && run.output.contains("include cycle"), "\(run.output.prefix(300))")
        }
    }

    @Test("A long chain of includes is followed to its end, in any order of names", arguments: [true, false])
    func chain(isAscending: Bool) throws {
        let names = (0..<Self.many).map { "s\(10_000 + (isAscending ? $0 : -$0)).yaml" }
        var texts = [names[Self.many - 1]: "waybill: 1\n"]
        for (name, next) in zip(names, names.dropFirst()) { texts[name] = "waybill: 1\ninclude: [\(next)]\n" }
        try withFolder(texts) { folder in
            let run = try MeasuredRun(["check", names[0]], in: folder)
            Self.expectCheap(run, names[0])
            #expect(run.status == 0 && run.output.contains("\(Self.many) files"), "\(run.output)")
        }
    }

    @Test("A graph of very many interceptors and routes leaves arrows out, and says so")
    func graph() throws {
        let interceptors = (0..<Self.boxes).map { "  i\($0): {url: /**, use: u\($0)}\n" }.joined()
        let routes = (0..<Self.boxes).map { "  - {url: /r\($0)/:id, handler: h}\n" }.joined()
        try withFolder(["a.yaml": "waybill: 1\ninterceptors:\n\(interceptors)routes:\n\(routes)"]) { folder in
            for option in ["--fold", "--no-fold"] {
                let run = try MeasuredRun(["graph", "a.yaml", "--format", "dot=a.dot", option], in: folder)
                Self.expectCheap(run, option)
                let remark = "omits the arrows of \(Self.omitted) boxes"
                #expect(run.status == 0 && run.output.contains(remark), "\(run.output)")
            }
        }
    }

    @Test(
        "A file without read permission is reported as such", .disabled(if: getuid() == 0, "root may read everything"))
    func unreadable() throws {
        try withFolder(["secret.yaml": "waybill: 1\n"]) { folder in
            let secret = folder.appending(path: "secret.yaml").path
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret)
            let run = try MeasuredRun(["check", "secret.yaml"], in: folder)
            #expect(run.status == 3 && run.output.contains("cannot be read: permission denied"), "\(run.output)")
        }
    }

    private static func expectCheap(_ run: MeasuredRun, _ name: String) {
        #expect(run.status != nil, "\(name): a signal ended it: \(run.output.prefix(300))")
        #expect(run.cpuSeconds < maximumSeconds, "\(name): \(run.cpuSeconds) s")
    }
}
