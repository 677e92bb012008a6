import WaybillManifest
import WaybillSyntax
package import WaybillTable

/// A route as a builder needs it: its own, or one that may take precedence.
package struct RouteFacts: Sendable {
    package var id: String
    package var urls: [String]
    /// By the name of a capture.
    package var params: [String: ParameterConstraint]
    package var methods: [String]
    package var priority: Int

    /// - Parameter patterns: The numbers of the relevant patterns.
    init(_ route: Route, patterns: [Int]) {
        id = route.id.value
        let chosen = patterns.map { route.patterns[$0].pattern }
        urls = chosen.map(\.text)
        let names = Set(chosen.flatMap(\.captureNames))
        params = Dictionary(
            firstOf: route.constrained.filter { names.contains($0.name.value) }.map { ($0.name.value, $0.constraint) })
        methods = route.methods.map(\.value)
        priority = route.priority
    }

    /// The code `DeclaredRoute(…)`.
    var code: SwiftCode {
        var items = [
            SwiftCode.literal(id).labelled("id: "), .array(urls.map(SwiftCode.literal)).labelled("urls: "),
        ]
        if !params.isEmpty {
            let pairs = params.sorted { $0.key < $1.key }.map { name, constraint in
                constraint.code.labelled("\(name.swiftLiteral): ")
            }
            items.append(.array(pairs).labelled("params: "))
        }
        if !methods.isEmpty { items.append(.array(methods.map(SwiftCode.literal)).labelled("methods: ")) }
        if priority != 0 { items.append(.text("priority: \(priority)")) }
        return .list("DeclaredRoute(", items, ")")
    }
}

extension ParameterConstraint {
    fileprivate var code: SwiftCode {
        switch self {
        case .oneOf(let values): .list(".oneOf([", values.map(SwiftCode.literal), "])")
        case .regex(let text): .text(".regex(\(text.swiftLiteral))")
        default: .text(".\(self)")
        }
    }
}
