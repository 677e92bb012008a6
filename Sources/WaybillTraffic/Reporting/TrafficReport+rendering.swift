import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

extension TrafficReport {
    // MARK: JSON

    /// The JSON of `waybill traffic --format json`, which `Schemas/traffic.schema.json` describes.
    public var json: String {
        let reasons = unreadable.map { reason -> JSONObject in
            ["reason": reason.reason, "lines": reason.lines, "firstLine": reason.firstLine, "file": reason.file]
        }
        let object: JSONObject = [
            "version": 1, "requests": requests,
            "unreadable": ["lines": unreadableLines, "reasons": reasons] as JSONObject,
            "period": ["from": first.map(LogClock.text), "to": last.map(LogClock.text)] as JSONObject,
            "routes": routes.map(\.jsonObject), "neverRequested": neverRequested, "undecidable": undecidable,
            "redirects": redirects.map(\.jsonObject), "rejected": rejected.map(\.jsonObject),
            "interceptors": interceptors.map(\.jsonObject), "unusedInterceptors": unusedInterceptors,
            "unmatched": unmatched.map(\.unmatchedObject), "methodNotAllowed": notAllowed.map(\.notAllowedObject),
            "hosts": hosts.map(\.jsonObject), "invalid": invalid, "loops": loops, "fallback": fallback,
        ]
        return JSONText.encode(object)
    }

    // MARK: Text

    /// Returns the report as text.
    ///
    /// - Parameters:
    ///   - top: The limit of rows in each list.
    ///   - isQuiet: Whether the summary is left out.
    public func text(top: Int = 20, isQuiet: Bool = false) -> String {
        var lines = isQuiet ? [] : [summary, ""]
        for section in sections {
            lines.append(section.title + ":")
            lines += section.rows.prefix(top).map { $0.map(\.safeOnScreen) }.alignedLines.split(separator: "\n")
                .map { "  " + $0[..<($0.lastIndex { $0 != " " }.map($0.index(after:)) ?? $0.startIndex)] }
            if section.rows.count > top { lines.append("  and \(section.rows.count - top) more") }
            lines.append("")
        }
        return lines.dropLast().map { $0 + "\n" }.joined()
    }

    /// Returns the report as Markdown.
    ///
    /// - Parameter top: The limit of rows in each table.
    public func markdown(top: Int = 20) -> String {
        var lines = ["### waybill traffic", "", summary.markdownEscaped]
        for section in sections {
            lines += ["", "**\(section.title.markdownEscaped)**", ""]
            lines.append("| " + section.columns.joined(separator: " | ") + " |")
            lines.append("|" + String(repeating: " --- |", count: section.columns.count))
            for row in section.rows.prefix(top) {
                let cells = row.enumerated().map { index, cell in
                    let safe = cell.safeOnScreen
                    return section.codeColumns.contains(index) && !safe.isEmpty
                        ? safe.markdownCode : safe.markdownEscaped
                }
                lines.append("| " + cells.joined(separator: " | ") + " |")
            }
            if section.rows.count > top { lines += ["", "and \(section.rows.count - top) more"] }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// One list of the report.
    private struct Section {
        var title: String
        var columns: [String]
        var rows: [[String]]
        /// The columns with names and URLs.
        var codeColumns: Set<Int> = [1]
    }

    private var sections: [Section] {
        let all = [
            Section(
                title: "routes", columns: ["Requests", "Route", "Share", "Statuses", "Last request", "Example"],
                rows: routes.map(\.cells), codeColumns: [1, 5]),
            Section(title: "never requested", columns: ["Route"], rows: neverRequested.map { [$0] }, codeColumns: [0]),
            Section(
                title: "not known, because the log does not say scheme, host or path (see --host and --scheme)",
                columns: ["Route"], rows: undecidable.map { [$0] }, codeColumns: [0]),
            Section(title: "redirected by", columns: ["Requests", "Redirect"], rows: redirects.map(\.cells)),
            Section(title: "rejected by", columns: ["Requests", "Interceptor"], rows: rejected.map(\.cells)),
            Section(
                title: "passed interceptors", columns: ["Requests", "Interceptor"], rows: interceptors.map(\.cells)),
            Section(
                title: "interceptors without requests", columns: ["Interceptor"], rows: unusedInterceptors.map { [$0] },
                codeColumns: [0]),
            Section(
                title: "no route" + (fallback > 0 ? ", of which the fallback serves \(fallback.grouped)" : ""),
                columns: ["Requests", "Path", "Example", "Nearest route"], rows: unmatched.map(\.cells),
                codeColumns: [1, 2]),
            Section(
                title: "wrong method", columns: ["Requests", "Path", "Example", "Allowed"],
                rows: notAllowed.map(\.cells),
                codeColumns: [1, 2]),
            Section(title: "hosts", columns: ["Requests", "Host"], rows: hosts.map(\.cells)),
            Section(
                title: "lines that could not be read", columns: ["Lines", "Reason", "First"],
                rows: unreadable.map { [$0.lines.grouped, $0.reason, "\($0.file):\($0.firstLine)"] }, codeColumns: [2]),
        ]
        return all.filter { !$0.rows.isEmpty }
    }

    /// `1,000 requests from 2026-11-27T00:00:00Z to 2026-11-28T00:00:00Z; 2 invalid URLs; 3 lines could not be read`
    private var summary: String {
        var parts = ["\(requests.grouped) \(requests == 1 ? "request" : "requests")"]
        if let first, let last { parts[0] += " from \(LogClock.text(first)) to \(LogClock.text(last))" }
        if invalid > 0 { parts.append("\(invalid.grouped) without a valid URL") }
        if loops > 0 { parts.append("\(loops.grouped) in redirect loops") }
        let lines = unreadableLines
        if lines > 0 { parts.append("\(lines.grouped) \(lines == 1 ? "line" : "lines") could not be read") }
        return parts.joined(separator: "; ")
    }
}

extension TrafficReport.Count {
    fileprivate var cells: [String] { [requests.grouped, id] }
    fileprivate var jsonObject: JSONObject { ["id": id, "requests": requests] }
}

extension TrafficReport.RouteRow {
    fileprivate var cells: [String] {
        let statuses = statuses.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.grouped)" }
        return [
            requests.grouped, id, share.percentage, statuses.joined(separator: ", "), last.map(LogClock.text) ?? "",
            example ?? "",
        ]
    }

    fileprivate var jsonObject: JSONObject {
        [
            "id": id, "requests": requests, "share": share, "lastRequest": last.map(LogClock.text),
            "statuses": statuses, "example": example,
        ]
    }
}

extension TrafficReport.ShapeRow {
    fileprivate var cells: [String] {
        let reason = allowed.isEmpty ? nearest.map { "\($0.route): \($0.lost)" } ?? "" : allowed.joined(separator: ", ")
        return [requests.grouped, shape, example ?? "", reason]
    }

    fileprivate var unmatchedObject: JSONObject {
        let nearest = nearest.map { ["route": $0.route, "lost": $0.lost] }
        return ["shape": shape, "requests": requests, "example": example, "nearest": nearest]
    }

    fileprivate var notAllowedObject: JSONObject {
        ["shape": shape, "requests": requests, "example": example, "allowed": allowed]
    }
}
