import WaybillManifest
import WaybillReports
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

extension LineCoverage {
    /// Returns Cobertura's XML: one package for the set, a class for each manifest.
    ///
    /// The time stamp is always zero, so that equal runs give equal texts.
    func cobertura(_ style: ReportStyle) -> String {
        let lines = files.flatMap(\.lines.values)
        let package = XMLElement(
            "package",
            [
                "name": "routes", "line-rate": Self.lineRate(lines), "branch-rate": Self.branchRate(lines),
                "complexity": "0",
            ], children: [XMLElement("classes", children: files.map { Self.element($0, style) })]
        )
        let branched = lines.filter(\.isBranched)
        let root = XMLElement(
            "coverage",
            [
                "line-rate": Self.lineRate(lines), "branch-rate": Self.branchRate(lines),
                "lines-covered": "\(lines.count { $0.hits > 0 })", "lines-valid": "\(lines.count)",
                "branches-covered": "\(branched.reduce(0) { $0 + $1.covered })",
                "branches-valid": "\(branched.reduce(0) { $0 + $1.units.count })", "complexity": "0",
                "version": WaybillVersion.current, "timestamp": "0",
            ],
            children: [
                XMLElement(
                    "sources", [:],
                    children: [XMLElement("source", text: style.root ?? style.folder ?? ".")]),
                XMLElement("packages", children: [package]),
            ])
        return root.document
    }

    private static func element(_ file: File, _ style: ReportStyle) -> XMLElement {
        let path = style.repositoryPath(of: file.source.path)
        let lines = file.lines.sorted { $0.key < $1.key }
        return XMLElement(
            "class",
            [
                "name": path, "filename": path, "line-rate": lineRate(lines.map(\.value)),
                "branch-rate": branchRate(lines.map(\.value)), "complexity": "0",
            ],
            children: [
                XMLElement("methods"),
                XMLElement("lines", children: lines.map { element($1, number: $0) }),
            ])
    }

    private static func element(_ line: Line, number: Int) -> XMLElement {
        guard line.isBranched else {
            return XMLElement(
                "line", ["number": "\(number)", "hits": "\(line.hits)", "branch": "false"])
        }
        let covered = line.covered
        let total = line.units.count
        return XMLElement(
            "line",
            [
                "number": "\(number)", "hits": "\(line.hits)", "branch": "true",
                "condition-coverage": "\(covered * 100 / total)% (\(covered)/\(total))",
            ])
    }

    private static func lineRate(_ lines: [Line]) -> String { rate(lines.count { $0.hits > 0 }, of: lines.count) }

    private static func branchRate(_ lines: [Line]) -> String {
        let branched = lines.filter(\.isBranched)
        return rate(branched.reduce(0) { $0 + $1.covered }, of: branched.reduce(0) { $0 + $1.units.count })
    }

    /// Returns a fraction with four digits, rounded down.
    private static func rate(_ part: Int, of whole: Int) -> String {
        guard part < whole else { return "1" }
        let digits = String(part * 10_000 / whole)
        return "0." + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
