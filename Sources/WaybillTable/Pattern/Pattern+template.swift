extension Pattern {
    /// The path in the template syntax of other libraries: `/notes/{id}`, `/files/{path}` for `/files/**path`; `*` and
    /// `**` stay.
    ///
    /// Metrics and traces use it as the name of a route, because it contains no values of a request.
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
        if let catchAll { segments.append(catchAll.name.map { "{\($0)}" } ?? "**") }
        return "/" + segments.joined(separator: "/")
    }
}
