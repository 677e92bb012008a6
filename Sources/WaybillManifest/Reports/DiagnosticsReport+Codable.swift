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
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(severity, forKey: .severity)
        try container.encode(message, forKey: .message)
        try place.encode(to: encoder)
        try container.encode(notes, forKey: .notes)
        try container.encode(witness, forKey: .witness)
        try container.encode(suggestions, forKey: .suggestions)
        try container.encode(help, forKey: .help)
        try container.encode(fixes, forKey: .fixes)
    }
}

extension DiagnosticsReport.Note {
    private enum CodingKeys: String, CodingKey { case message }

    public init(from decoder: any Decoder) throws {
        message = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .message)
        place = try DiagnosticsReport.Place(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(message, forKey: .message)
        try place.encode(to: encoder)
    }
}

extension DiagnosticsReport.Edit {
    private enum CodingKeys: String, CodingKey { case text }

    public init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
        place = try DiagnosticsReport.Place(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try place.encode(to: encoder)
    }
}
