import Foundation
import Testing

@Suite("waybill graph")
struct GraphCommandTests {
    private let files = [
        "Routes/a.yaml": """
        waybill: 1
        protocols: { Clock: }
        modules:
          clock: { provides: [Clock] }
          login: { requires: [Clock], identifiers: ["app://login"] }
        interceptors:
          login: { url: /notes/**, use: gate }
        routes:
          - { url: /login, module: login }
          - { url: /notes/:id, handler: showNote }

        """
    ]

    @Test("DOT goes to standard output by default, Mermaid into a file")
    func formats() throws {
        try withFolder(files) { folder in
            let dot = try CommandRun(["graph"], in: folder)
            #expect(dot.status == 0 && dot.errors.isEmpty)
            #expect(dot.output.hasPrefix("digraph waybill {"))
            let mermaid = try CommandRun(["graph", "--format", "mermaid=graph.mmd"], in: folder)
            #expect(mermaid.status == 0 && mermaid.output.isEmpty)
            let text = try String(contentsOf: folder.appendingPathComponent("graph.mmd"), encoding: .utf8)
            #expect(text.contains("flowchart LR"))
            let plain = try CommandRun(["graph", "--no-legend", "--no-fold", "--group", "none"], in: folder)
            #expect(plain.output.contains("\"handler:showNote\" [") && !plain.output.contains("border=\"1\""))
        }
    }

    @Test("around a node, with a hint for a name of none or several")
    func around() throws {
        try withFolder(files) { folder in
            let found = try CommandRun(["graph", "--around", "module:login", "--depth", "1"], in: folder)
            #expect(found.status == 0)
            #expect(found.output.contains("\"route:/login\"") && !found.output.contains("/notes/"))
            let several = try CommandRun(["graph", "--around", "login"], in: folder)
            #expect(several.status == 2 && several.output.isEmpty)
            #expect(
                several.errors
                    == "waybill: several nodes are named 'login'; use one of: 'interceptor:login', 'module:login'\n")
            let none = try CommandRun(["graph", "--around", "logn"], in: folder)
            #expect(none.status == 2)
            #expect(none.errors == "waybill: no node is named 'logn'; did you mean 'login'?\n")
            #expect(try CommandRun(["graph", "--around", "login", "--depth", "0"], in: folder).status == 2)
        }
    }

    @Test("kinds alone, in the singular or the plural")
    func only() throws {
        try withFolder(files) { folder in
            let run = try CommandRun(["graph", "--only", "modules,protocol"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("\"module:login\"") && !run.output.contains("route:"))
            #expect(try CommandRun(["graph", "--only", "screens"], in: folder).status == 2)
        }
    }

    @Test("a set with errors is drawn as far as possible, the errors are reported, and the status is 1")
    func errors() throws {
        try withFolder(["a.yaml": "waybill: 1\nroutes:\n  - { url: /a, module: nobody }\n"]) { folder in
            let run = try CommandRun(["graph", "a.yaml"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("not declared"))
            #expect(run.errors.contains("I002"))
            let missing = try CommandRun(["graph", "missing"], in: folder)
            #expect(missing.status == 3 && missing.output.isEmpty)
        }
    }

    @Test("If one file cannot be written or drawn, the other formats are written")
    func unwritableFile() throws {
        try withFolder(files) { folder in
            let options = ["--format", "dot=missing/a.dot", "--format", "svg=a.svg", "--format", "mermaid"]
            let run = try CommandRun(["graph"] + options, in: folder, environment: ["PATH": folder.path])
            #expect(run.status == 3 && run.output.contains("flowchart LR"), "\(run.output)")
            #expect(run.errors.contains("needs Graphviz"))
            #expect(run.errors.contains("waybill: 'missing/a.dot' "), "\(run.errors)")
        }
    }

    // MARK: Graphviz

    @Test("svg is the output of Graphviz, with hostile names unchanged", .enabled(if: Self.hasGraphviz))
    func svg() throws {
        let name = #"a \N \"b\" <i>&amp;</i> -->"#
        let manifest = "waybill: 1\nmodules:\n  \"\(name)\": { identifiers: [\"app://a\"] }\n"
        try withFolder(["a.yaml": manifest.replacing(#"\N"#, with: #"\\N"#)]) { folder in
            let run = try CommandRun(["graph", "a.yaml", "--format", "svg"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("<svg"))
            let shown = #"a \N &quot;b&quot; &lt;i&gt;&amp;amp;&lt;/i&gt; --&gt;"#
            #expect(run.output.replacing("&#45;", with: "-").contains(">\(shown)</text>"), "\(run.output)")
        }
    }

    @Test("without Graphviz, svg reports what is missing, and writes nothing")
    func withoutGraphviz() throws {
        try withFolder(files) { folder in
            let run = try CommandRun(
                ["graph", "--format", "svg=graph.svg"], in: folder, environment: ["PATH": folder.path])
            #expect(run.status == 3 && run.output.isEmpty)
            #expect(run.errors.contains("needs Graphviz") && run.errors.contains("--format dot"))
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("graph.svg").path))
        }
    }

    @Test(
        "a Graphviz that fails, or does not end, is reported",
        arguments: [
            ("exit 4", "failed with status 4"), ("kill -KILL $$", "did not finish within 60 seconds"),
            // The command ignores this signal, but the programs that it starts do not.
            ("kill -PIPE $$", "did not finish within 60 seconds"),
        ])
    func failingGraphviz(script: String, words: String) throws {
        try withFolder(files.merging(["bin/dot": "#!/bin/sh\n\(script)\n"]) { $1 }) { folder in
            let bin = folder.appendingPathComponent("bin")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: bin.appendingPathComponent("dot").path)
            let run = try CommandRun(
                ["graph", "--format", "svg"], in: folder, environment: ["PATH": "\(bin.path):/usr/bin:/bin"])
            #expect(run.status == 3 && run.output.isEmpty)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    private static let hasGraphviz = ["/usr/bin/dot", "/bin/dot"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
