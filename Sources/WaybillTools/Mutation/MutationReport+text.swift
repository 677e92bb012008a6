import WaybillManifest

extension MutationReport {
    /// More survivors are counted, and not shown.
    private static let mostShown = 40

    /// For people: each survivor at its place, with a test that would notice it, and what comments allow with their
    /// reasons.
    func text(_ renderer: TextRenderer) -> String {
        var blocks = survivors.prefix(Self.mostShown).map { result in
            var finding = result.diagnostic
            // The test stands below, as it is pasted.
            if result.survival != nil { finding.help = nil }
            let offer = result.survival.map { "\n" + $0.yaml.safeLines(indented: 4) } ?? ""
            return renderer.render([finding]) + offer
        }
        if survivors.count > Self.mostShown {
            blocks.append("and \(survivors.count - Self.mostShown) more [\(Rule.survivingMutant.title)]\n")
        }
        let rows = allowed.map { result, reason in
            var finding = result.diagnostic
            finding.severity = .info
            finding.message += ", which is allowed: \(reason)"
            return renderer.headerLine(for: finding) + "\n"
        }
        if !rows.isEmpty { blocks.append(rows.joined()) }
        return blocks.joined(separator: "\n")
    }
}

extension String {
    /// Its lines as a screen may show them.
    fileprivate func safeLines(indented width: Int) -> String {
        split(separator: "\n").map { String(repeating: " ", count: width) + String($0).safeOnScreen + "\n" }.joined()
    }
}
