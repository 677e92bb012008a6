extension ParameterConstraint {
    /// Whether its values have no type of their own but `String`.
    package var isReadAsText: Bool {
        switch self {
        case .int, .uint, .uuid, .oneOf: false
        case .hex, .slug, .alpha, .date, .regex: true
        }
    }
}
