import WaybillManifest
import WaybillSyntax

extension Binder {
    /// F012. What the handler reads is found out with values that the route captures.
    mutating func checkParameters(of handler: Located<String>, _ type: any Decodable.Type, _ route: Route) {
        let shape = ParameterShape(of: type, from: route.captureSamples)
        diagnostics += route.mismatches(with: shape.fields.map(\.parameter), of: handler, suggestions)
    }
}

extension ParameterShape.Field {
    fileprivate var parameter: ReadParameter {
        ReadParameter(name: name, type: "\(type)", sample: sample, isRequired: isRequired, reads: reads)
    }
}
