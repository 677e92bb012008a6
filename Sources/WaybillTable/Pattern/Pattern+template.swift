extension Pattern {
    /// The path as other libraries write templates: `/notes/{id}`, `/files/{path}` for `/files/**path`, `*` and `**` as they are.
    ///
    /// Metrics and traces name a route by it: it has no value of a request in it.
    package var pathTemplate: String {
        var segments = segments.map { segment in
            switch segment {
            case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
            case .any: "*"
            case .capture(let capture):
                String(decoding: capture.prefix, as: UTF8.self) + "{\(capture.name)}"
                    + String(decoding: capture.suffix, as: UTF8.self)
            }
        }
        if let rest { segments.append(rest.name.map { "{\($0)}" } ?? "**") }
        return "/" + segments.joined(separator: "/")
    }
}
