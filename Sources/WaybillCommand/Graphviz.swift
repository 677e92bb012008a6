import WaybillCommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The program `dot` of Graphviz, if it is installed.
enum Graphviz {
    /// In seconds of processor time. A picture that takes longer is too large to read.
    private static let limit = 60

    /// Draws a text in Graphviz's language.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    static func svg(of text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString).dot")
        try Output.write(text, toFile: file.path)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = "ulimit -t \(limit); exec dot -q -Tsvg \"$0\""
        let outcome = try ExternalTool.run(
            "sh", ["-c", script, file.path],
            ifMissing: "--format svg needs Graphviz, but its 'dot' is not on the PATH: install it (apt-get install "
                + "graphviz, brew install graphviz), or use --format dot or mermaid")
        guard let status = outcome.status else {
            throw Output.failure(
                "Graphviz did not finish within \(limit) seconds: draw less, with --around or --only, or use --format dot"
            )
        }
        guard status == 0 else { throw Output.failure("Graphviz's 'dot' failed with status \(status)") }
        return String(decoding: outcome.output, as: UTF8.self)
    }
}
