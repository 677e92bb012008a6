extension ParameterConstraint {
    /// Whether its values have no other type than `String`.
    package var isReadAsText: Bool {
        switch self {
        case .int, .uint, .uuid, .oneOf: false
        case .hex, .slug, .alpha, .date, .regex: true
        }
    }
}
