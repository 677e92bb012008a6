import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Manual coding: the keys of a place are among those of its owner, and an absent value is `null`.
extension DiagnosticsReport.Entry {
    private enum CodingKeys: String, CodingKey {
        case id, name, severity, message, notes, witness, suggestions, help, fixes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        severity = try container.decode(Severity.self, forKey: .severity)
        message = try container.decode(String.self, forKey: .message)
        place = try DiagnosticsReport.Place(from: decoder)
        notes = try container.decode([DiagnosticsReport.Note].self, forKey: .notes)
        witness = try container.decode(String?.self, forKey: .witness)
        suggestions = try container.decode([String].self, forKey: .suggestions)
        help = try container.decodeIfPresent(String.self, forKey: .help)
        fixes = try container.decode([DiagnosticsReport.Fix].self, forKey: .fixes)
    }

    public func encode(to encoder: any Encoder) throws {
        let members: JSONObject = [
            "id": id, "name": name, "severity": severity, "message": message, "notes": notes, "witness": witness,
            "suggestions": suggestions, "help": help, "fixes": fixes,
        ]
        try members.merging(place).encode(to: encoder)
    }
}

extension DiagnosticsReport.Note {
    private enum CodingKeys: String, CodingKey { case message }

    public init(from decoder: any Decoder) throws {
        message = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .message)
        place = try DiagnosticsReport.Place(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try (["message": message] as JSONObject).merging(place).encode(to: encoder)
    }
}

extension DiagnosticsReport.Edit {
    private enum CodingKeys: String, CodingKey { case text }

    public init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
        place = try DiagnosticsReport.Place(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try (["text": text] as JSONObject).merging(place).encode(to: encoder)
    }
}
