import WaybillTable

extension ParameterConstraint {
    /// The constraint as the manifest writes it: `int`, `[a, b]`, `/regex/`.
    package var summary: String {
        switch self {
        case .oneOf(let values): "[\(values.joined(separator: ", "))]"
        case .regex(let text): "/\(text)/"
        default: "\(self)"
        }
    }
}
