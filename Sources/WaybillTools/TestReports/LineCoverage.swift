import WaybillManifest
import WaybillSyntax

/// The coverage of a set by the lines of its manifests, for tools that show lines.
///
/// A line with a route's pattern is a line of code. The other units of that line are its branches.
struct LineCoverage {
    let files: [File]

    struct File {
        var source: SourceFile
        /// By line number, from 1.
        var lines: [Int: Line] = [:]
    }

    struct Line {
        var units: [CoverageUnit] = []

        /// The maximum of the hits of its units.
        var hits: Int { units.map(\.hits).max() ?? 0 }
        var covered: Int { units.count(where: \.isCovered) }
        var isBranched: Bool { units.count > 1 }
    }

    init(_ report: MeasuredTestReport) {
        var files = report.run.sources.map { File(source: $0) }
        for unit in report.coverage?.units ?? [] {
            let line = files[unit.span.file].source.position(at: unit.span.start).line
            files[unit.span.file].lines[line, default: Line()].units.append(unit)
        }
        self.files = files.filter { !$0.lines.isEmpty }
    }
}

extension LineCoverage {
    /// The manifests with the hits of each line: `!` if a unit is not covered, `-` if none is; blank if there are
    /// no units.
    var listing: String {
        files.map { file in
            let digits = String(file.source.lineCount).count
            let lines = (1...file.source.lineCount).map { number -> String in
                let text = file.source.text(ofLine: number).safeOnScreen
                let shown = String(repeating: " ", count: digits - String(number).count) + "\(number)"
                let row = "\(file.lines[number]?.mark ?? "       ") \(shown) |"
                return text.isEmpty ? row : "\(row) \(text)"
            }
            let shown = lines.last?.hasSuffix("|") == true ? lines.dropLast() : lines[...]
            return ([file.source.path.safeOnScreen + ":"] + shown).map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    /// Returns LCOV's trace file, for `genhtml` and services that show coverage.
    func lcov(_ style: ReportStyle) -> String {
        files.map { file in
            var rows = ["TN:", "SF:\(PortablePath.of(file.source.path, below: style.folder))"]
            let lines = file.lines.sorted { $0.key < $1.key }
            let branched = lines.filter(\.value.isBranched)
            for (number, line) in branched {
                rows += line.units.enumerated().map { index, unit in
                    "BRDA:\(number),0,\(index),\(line.hits == 0 ? "-" : "\(unit.hits)")"
                }
            }
            rows.append("BRF:\(branched.reduce(0) { $0 + $1.value.units.count })")
            rows.append("BRH:\(branched.reduce(0) { $0 + $1.value.covered })")
            rows += lines.map { "DA:\($0.key),\($0.value.hits)" }
            rows += ["LF:\(lines.count)", "LH:\(lines.count { $0.value.hits > 0 })", "end_of_record"]
            return rows.map { $0 + "\n" }.joined()
        }.joined()
    }
}

extension LineCoverage.Line {
    fileprivate var mark: String {
        guard hits > 0 else { return "      -" }
        let count = String(hits)
        return String(repeating: " ", count: max(0, 6 - count.count)) + count + (covered < units.count ? "!" : " ")
    }
}
