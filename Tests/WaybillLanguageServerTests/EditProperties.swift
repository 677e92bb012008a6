import Foundation
import Testing
import WaybillManifest
import WaybillOracle
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillLanguageServer

@Suite("Random edits", .timeLimit(.minutes(5)))
struct EditProperties {
    private static let pieces = [
        "a", "é", "😀", "\n", "\r\n", "\r", "\u{2028}", "\u{FEFF}", "  - { url: /x, handler: x }\n", "routes:\n", ": ",
        "# c",
        "  ", "waybill: 1\n", "<<<<<<< HEAD\n", "'", "\"", "[", "}", "\t", "&a ", "*a", "", "\u{0}",
    ]
    private static let start = """
        waybill: 1
        routes:
          - { id: one, url: /one/:id, handler: one, params: { id: int } }
          - id: two
            url: /two
            forward: /one/2 # 😀
            priority: 3

        """

    @Test(
        "After any edits the server has the text of the client",
        arguments: PositionEncoding.allCases)
    func text(encoding: PositionEncoding) {
        var random = SplitMix(seed: PropertySeeds.seed ?? 41)
        for _ in 0..<PropertySeeds.share(of: 34) {
            var model = Self.start
            var document = TextDocument(uri: "file:///a", path: "/a", version: 0, text: model)
            for version in 1...100 {
                let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    edit(&model, encoding, &random)
                }
                document.version = version
                #expect(document.apply(changes, encoding).isEmpty)
                #expect(document.bytes == Array(model.utf8))
            }
        }
    }

    @Test("After any edits the diagnostics are those that check prints for the same text")
    func diagnostics() async throws {
        try await withSet(["Routes/a.yaml": Self.start, "Routes/b.yaml": Self.start]) { folder in
            let client = TestClient(folder)
            await client.begin(TestClient.pulling)
            client.open("Routes/a.yaml", Self.start)
            var random = SplitMix(seed: PropertySeeds.seed ?? 7)
            var model = Self.start
            for version in 2...2 + PropertySeeds.share(of: 600) {
                if version % 20 == 0 { model = Self.start }
                let change = version % 20 == 0 ? ["text": .string(model)] : edit(&model, .utf16, &random)
                client.change("Routes/a.yaml", version: version, change)
                let items = await client.pull("Routes/a.yaml")["items"]?.items ?? []
                #expect(items.map(Found.init) == expected(model, in: folder), "\(model)")
            }
            #expect(await client.finish() == 0)
        }
    }

    /// What `waybill check --format json` prints about the file, in characters that are safe to show.
    private func expected(_ text: String, in folder: URL) -> [Found] {
        let path = folder.path + "/Routes/a.yaml"
        let files = ManifestFiles.read(paths: [folder.path + "/Routes"]).replacing([path: Array(text.utf8)])
        let report = Compilation.compile(files: files, requiresVariables: false).lint()
        return DiagnosticsReport(report).diagnostics.filter { $0.place.file == path }.map { entry in
            Found(code: entry.id, message: entry.message.safeOnScreen, line: entry.place.line - 1)
        }
    }

    private struct Found: Equatable {
        var code: String
        var message: String
        var line: Int

        init(code: String, message: String, line: Int) { (self.code, self.message, self.line) = (code, message, line) }

        init(_ item: JSONValue) {
            code = item["code"]?.string ?? ""
            message = (item["message"]?.string ?? "").split(separator: "\n").first.map(String.init) ?? ""
            line = item["range"]?["start"]?["line"]?.integer ?? -1
        }
    }

    /// Replaces a random part of the model, and returns the change as a client sends it. The model has its own way to count.
    private func edit(_ model: inout String, _ encoding: PositionEncoding, _ random: inout SplitMix) -> JSONValue {
        let scalars = Array(model.unicodeScalars)
        let start = Int.random(in: 0...scalars.count, using: &random)
        let end = min(scalars.count, start + Int.random(in: 0...6, using: &random))
        let text = Self.pieces.randomElement(using: &random) ?? ""
        let range: JSONValue = [
            "start": place(start, in: scalars, encoding), "end": place(end, in: scalars, encoding),
        ]
        var new = String.UnicodeScalarView()
        new.append(contentsOf: scalars[..<inLine(start, scalars)])
        new.append(contentsOf: text.unicodeScalars)
        new.append(contentsOf: scalars[max(inLine(start, scalars), inLine(end, scalars))...])
        model = String(new)
        return ["range": range, "text": .string(text)]
    }

    /// A place between the two characters of a line end is before them.
    private func inLine(_ index: Int, _ scalars: [Unicode.Scalar]) -> Int {
        index > 0 && index < scalars.count && scalars[index - 1] == "\r" && scalars[index] == "\n" ? index - 1 : index
    }

    private func place(_ index: Int, in scalars: [Unicode.Scalar], _ encoding: PositionEncoding) -> JSONValue {
        var (line, character) = (0, 0)
        for (place, scalar) in scalars[..<inLine(index, scalars)].enumerated() {
            let isPair = scalar == "\r" && place + 1 < scalars.count && scalars[place + 1] == "\n"
            if scalar == "\n" || scalar == "\r" && !isPair {
                (line, character) = (line + 1, 0)
            } else {
                character += width(of: scalar, encoding)
            }
        }
        return ["line": .integer(line), "character": .integer(character)]
    }

    private func width(of scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
        switch encoding {
        case .utf8: String(scalar).utf8.count
        case .utf16: String(scalar).utf16.count
        case .utf32: 1
        }
    }
}
