import WaybillSyntax

extension LineCoverage {
    /// Returns Cobertura's XML: one package for the set, a class for each manifest.
    ///
    /// The time stamp is always zero, so that equal runs give equal texts.
    func cobertura(_ style: ReportStyle) -> String {
        let lines = files.flatMap(\.lines.values)
        let package = XMLElement(
            name: "package",
            attributes: [
                "name": "routes", "line-rate": Self.lineRate(lines), "branch-rate": Self.branchRate(lines),
                "complexity": "0",
            ], children: [XMLElement(name: "classes", attributes: [:], children: files.map { Self.element($0, style) })]
        )
        let branched = lines.filter(\.isBranched)
        let root = XMLElement(
            name: "coverage",
            attributes: [
                "line-rate": Self.lineRate(lines), "branch-rate": Self.branchRate(lines),
                "lines-covered": "\(lines.count { $0.hits > 0 })", "lines-valid": "\(lines.count)",
                "branches-covered": "\(branched.reduce(0) { $0 + $1.covered })",
                "branches-valid": "\(branched.reduce(0) { $0 + $1.units.count })", "complexity": "0",
                "version": WaybillVersion.current, "timestamp": "0",
            ],
            children: [
                XMLElement(
                    name: "sources", attributes: [:],
                    children: [XMLElement(name: "source", attributes: [:], text: style.folder ?? ".")]),
                XMLElement(name: "packages", attributes: [:], children: [package]),
            ])
        return root.document
    }

    private static func element(_ file: File, _ style: ReportStyle) -> XMLElement {
        let path = PortablePath.of(file.source.path, below: style.folder)
        let lines = file.lines.sorted { $0.key < $1.key }
        return XMLElement(
            name: "class",
            attributes: [
                "name": path, "filename": path, "line-rate": lineRate(lines.map(\.value)),
                "branch-rate": branchRate(lines.map(\.value)), "complexity": "0",
            ],
            children: [
                XMLElement(name: "methods", attributes: [:]),
                XMLElement(name: "lines", attributes: [:], children: lines.map { element($1, number: $0) }),
            ])
    }

    private static func element(_ line: Line, number: Int) -> XMLElement {
        guard line.isBranched else {
            return XMLElement(
                name: "line", attributes: ["number": "\(number)", "hits": "\(line.hits)", "branch": "false"])
        }
        let covered = line.covered
        let total = line.units.count
        return XMLElement(
            name: "line",
            attributes: [
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
