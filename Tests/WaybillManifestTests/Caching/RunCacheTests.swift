import Foundation
import Testing
import WaybillTools

@testable import WaybillManifest

@Suite("Keeping the results of runs")
struct RunCacheTests {
    /// What `check` does, without a command around it, and how often it did it.
    private final class Checker {
        let folder: TemporaryFolder
        let cache: RunCache
        var runs = 0
        var environment: [String: String] = [:]

        init(_ folder: TemporaryFolder, mostBytes: Int = 64 << 20) {
            self.folder = folder
            cache = RunCache(folder: folder.path + "/cache", mostBytes: mostBytes)
        }

        func cold() -> RunResult {
            let files = ManifestFiles.read(paths: [folder.path + "/Routes"])
            let compilation = Compilation.compile(files: files, environment: environment)
            let file = ConfigurationFile.find(from: files.root)
            let configuration = compilation.configuration(file)
            var options = LintOptions()
            options.baseline = configuration.baselinePath.map(SourceFile.reading)
            let report = compilation.lint(configuration, options: options)
            let outputs = [ReportFormat.text, .json].map { RunResult.Output(text: report.rendered(as: $0)) }
            return RunResult(outputs: outputs + [.init(text: compilation.digest)], status: Int32(report.routes))
        }

        func cached(_ request: [String] = ["check"]) -> RunResult {
            cache.result(for: request, environment: environment) {
                runs += 1
                return cold()
            }.result
        }
    }

    private static let routes = "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"

    @Test("The second run of the same set gives the same result, and does nothing")
    func hit() throws {
        try withFolder { folder in
            try folder.write("Routes/a.yaml", Self.routes)
            let checker = Checker(folder)
            let first = checker.cached()
            #expect(checker.cached() == first)
            #expect(checker.runs == 1)
            _ = checker.cached(["check", "--format", "json"])
            #expect(checker.runs == 2, "another request is another run")
            #expect(try String(contentsOfFile: folder.path + "/cache/.gitignore", encoding: .utf8) == "*\n")
        }
    }

    @Test("Whatever is edited, what the cache gives is what a run would give", arguments: 0..<4 as Range<UInt64>)
    func anyEdit(seed: UInt64) throws {
        try withFolder { folder in
            var generator = SplitMix(state: seed)
            try folder.write("Routes/a.yaml", Self.routes)
            let checker = Checker(folder)
            var found = 0
            for step in 0..<24 {
                let words = try edit(folder, checker, &generator)
                let cold = checker.cold()
                let before = checker.runs
                #expect(checker.cached() == cold, "seed \(seed), step \(step): \(words)")
                let runs = checker.runs
                if runs == before { found += 1 }
                #expect(checker.cached() == cold, "seed \(seed), step \(step), again: \(words)")
                #expect(checker.runs == runs || checker.environment["NAME"]?.isEmpty == false, "\(words): no hit")
            }
            #expect(found > 0, "states that come again were never found")
        }
    }

    /// Changes something that a run may read, often to what it was before.
    private func edit(
        _ folder: TemporaryFolder, _ checker: Checker, _ generator: inout SplitMix
    ) throws -> String {
        let name = ["a.yaml", "b.yml", "sub/c.yaml", "d.txt", "d.yaml.bak"].randomElement(using: &generator) ?? ""
        let path = folder.path + "/Routes/" + name
        let texts = [
            Self.routes, "waybill: 1\nroutes:\n  - { url: /b, handler: b, with: { key: '${NAME:-no}' } }\n",
            "waybill: 1\ninclude: ['../Routes/*.txt', sub/c.yaml]\n", "waybill: 1\nroutes: [", "",
            "# waybill:allow-file P001 -- twice\n" + Self.routes,
        ]
        switch Int.random(in: 0..<9, using: &generator) {
        case 0...3:
            try? FileManager.default.removeItem(atPath: path)
            try folder.write("Routes/" + name, texts.randomElement(using: &generator) ?? "")
            return "wrote \(name)"
        case 4:
            try? FileManager.default.removeItem(atPath: path)
            return "removed \(name)"
        case 5:
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "a.yaml")
            return "linked \(name)"
        case 6:
            let configurations = [
                "rules: { Y011: off }\n", "rules: { Y014: error }\nbaseline: base.json\n", "rules: 1\n",
            ]
            try folder.write(".waybill.yaml", configurations.randomElement(using: &generator) ?? "")
            return "configured"
        case 7:
            let mode = [0o644, 0o666, 0o600].randomElement(using: &generator) ?? 0o644
            try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return "\(name) has mode \(String(mode, radix: 8))"
        default:
            checker.environment = [[:], [:], ["NAME": ""], ["NAME": "x"]].randomElement(using: &generator) ?? [:]
            return "the environment is \(checker.environment)"
        }
    }

    @Test("What a variable holds is kept nowhere")
    func variables() throws {
        try withFolder { folder in
            let checker = Checker(folder)
            checker.environment = ["TOKEN": "a-secret-of-somebody"]
            try folder.write(
                "Routes/a.yaml", "waybill: 1\nroutes:\n  - { url: /a, handler: a, with: { key: '${TOKEN}' } }\n")
            _ = checker.cached()
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/cache"))
            checker.environment = [:]
            let unset = checker.cached()
            #expect(checker.cached() == unset)
            #expect(checker.runs == 2)
            checker.environment = ["TOKEN": "b"]
            #expect(checker.cached() != unset)
            #expect(checker.runs == 3)
        }
    }

    @Test("An entry that is damaged, cut off or foreign is ignored, and written anew", arguments: 0..<12)
    func damage(kind: Int) throws {
        try withFolder { folder in
            try folder.write("Routes/a.yaml", Self.routes)
            let checker = Checker(folder)
            let result = checker.cached()
            let name = try #require(Self.entries(of: folder).first)
            let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/cache/" + name))
            var damaged = whole
            switch kind {
            case 0: damaged = Data()
            case 1: damaged = Data("hello".utf8)
            case 2: damaged = whole.dropLast()
            case 3: damaged.append(0)
            default: damaged[whole.startIndex + (whole.count - 1) * (kind - 4) / 7] ^= 0x40
            }
            try damaged.write(to: URL(fileURLWithPath: folder.path + "/cache/" + name))
            #expect(checker.cached() == result)
            #expect(checker.runs == 2)
            #expect(checker.cached() == result)
            #expect(checker.runs == 2)
        }
    }

    @Test("The folder stays within its bound, and keeps what was used last")
    func bound() throws {
        try withFolder { folder in
            let checker = Checker(folder, mostBytes: 20_000)
            for number in 0..<12 {
                try folder.write("Routes/a.yaml", Self.routes + "# \(number)\n")
                _ = checker.cached()
                let files = CacheFolder(folder.path + "/cache").files
                #expect(files.reduce(0) { $0 + $1.bytes } <= 20_000)
                #expect(!files.isEmpty)
                let runs = checker.runs
                _ = checker.cached()
                #expect(checker.runs == runs)
            }
        }
    }

    @Test("A cache that cannot be written costs nothing but a word")
    func unwritable() throws {
        try withFolder { folder in
            try folder.write("Routes/a.yaml", Self.routes)
            try folder.write("file", "")
            let cache = RunCache(folder: folder.path + "/file/cache")
            let expected = RunResult(outputs: [.init(text: "x")], status: 1)
            let (result, problem) = cache.result(for: [], environment: [:]) { expected }
            #expect(result == expected)
            #expect(problem != nil)
        }
    }

    @Test("Runs that share a folder do not disturb each other")
    func sharing() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "waybill-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let expected = RunResult(outputs: [.init(text: "\(number % 4)")], status: 0)
                    let cache = RunCache(folder: path, mostBytes: 2_000)
                    #expect(cache.result(for: ["\(number % 4)"], environment: [:]) { expected }.result == expected)
                }
            }
        }
    }

    private static func entries(of folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").filter { $0.hasSuffix(".run") }
    }
}
