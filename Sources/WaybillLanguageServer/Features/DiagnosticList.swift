import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The diagnostics of a report by path, as the protocol has them.
struct DiagnosticList: Sendable {
    private(set) var items: [String: [JSONValue]] = [:]

    init(_ analysis: SetAnalysis, _ client: Client) {
        let places = Places(analysis, client)
        for diagnostic in analysis.checked.report.diagnostics {
            guard places.sources.indices.contains(diagnostic.span.file) else { continue }
            let path = places.sources[diagnostic.span.file].path
            items[path, default: []].append(Self.item(diagnostic, places, client))
        }
        // A folder without manifests has no document to show it in.
        items[analysis.folder] = nil
    }

    static func item(_ diagnostic: Diagnostic, _ places: Places, _ client: Client) -> JSONValue {
        let related: [JSONValue] = diagnostic.notes.compactMap { note in
            places.location(note.span).map { ["location": $0, "message": .string(note.message)] }
        }
        let item: JSONValue = [
            "range": places.range(diagnostic.span), "severity": .integer(diagnostic.severity.number),
            "code": .string(diagnostic.rule.id), "source": "waybill", "message": .string(diagnostic.paragraph),
        ]
        return item.with("relatedInformation", client.takesRelatedPlaces && !related.isEmpty ? .array(related) : nil)
            .with("tags", unused.contains(diagnostic.rule) ? [1] : nil)
    }

    /// The rules about what could be removed, which editors show faded.
    private static let unused: Set<Rule> = [.unusedModule, .unusedRegistration, .idleInterceptor, .idlePriority]
}

extension JSONValue {
    /// Returns the answer to a pull of diagnostics: the diagnostics, or that they are those of an earlier answer.
    static func report(of items: [JSONValue], previous: String?) -> JSONValue {
        let id = resultID(of: items)
        if id == previous { return ["kind": "unchanged", "resultId": .string(id)] }
        return ["kind": "full", "resultId": .string(id), "items": .array(items)]
    }

    /// Equal diagnostics have the same id, also after a restart of the server.
    static func resultID(of items: [JSONValue]) -> String {
        var encoder = CanonicalEncoder()
        encoder.encode(String(decoding: JSONValue.array(items).json, as: UTF8.self))
        return encoder.digest
    }
}

extension Severity {
    var number: Int {
        switch self {
        case .error: 1
        case .warning: 2
        case .info: 3
        case .hint: 4
        }
    }
}
