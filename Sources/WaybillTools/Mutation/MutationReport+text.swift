import WaybillManifest
import WaybillSyntax

extension MutationReport {
    /// Further survivors are only counted.
    private static let shownLimit = 40

    /// Returns each survivor at its place, with a test that would kill it, and the suppressed mutants with their
    /// reasons.
    func text(_ renderer: TextRenderer) -> String {
        var blocks = survivors.prefix(Self.shownLimit).map { result in
            var diagnostic = result.diagnostic
            // The test follows on its own lines, ready to paste.
            if result.survival != nil { diagnostic.help = nil }
            let offer = result.survival.map { "\n" + $0.yaml.safeLines(indented: 4) } ?? ""
            return renderer.render([diagnostic]) + offer
        }
        if survivors.count > Self.shownLimit {
            blocks.append("and \(survivors.count - Self.shownLimit) more [\(Rule.survivingMutant)]\n")
        }
        let rows = suppressed.map { mutant in
            var diagnostic = mutant.result.diagnostic
            diagnostic.severity = .info
            diagnostic.message += ", suppressed: \(mutant.reason)"
            return renderer.headerLine(for: diagnostic) + "\n"
        }
        if !rows.isEmpty { blocks.append(rows.joined()) }
        return blocks.joined(separator: "\n")
    }
}

extension String {
    /// The lines of a text, safe to print to a terminal.
    fileprivate func safeLines(indented width: Int) -> String {
        split(separator: "\n").map { String(repeating: " ", count: width) + String($0).safeOnScreen + "\n" }.joined()
    }
}
