import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

// O003: values that only one side has.
extension ContractCheck {
    mutating func reportUnserved(_ witness: RequestWitness, of index: Int, _ definition: RouteDefinition) {
        let operation = operation(index)
        let same = sameShape(index)
        let place = same.first ?? served[index].first
        let difference = place.flatMap { firstDifference(between: definition, and: $0, isWider: true) }
        let parameter = difference.flatMap { operation.parameters[$0.label] }
        let what = parameter.map { "values of '\($0.name)'" } ?? "requests"
        let texts = same.count == 1 ? difference.map { advice(for: index, same[0], $0) } : nil
        found.append(
            Diagnostic(
                .differentValues, at: parameter?.span ?? operation.path.span,
                "'\(operation.title)' allows \(what) that no route serves",
                notes: place.map { [note($0)] } ?? [], witness: contract.text(witness),
                witnessRemark: "is documented, and no route serves it",
                help: (texts?.schema ?? "restrict the schema") + ", or "
                    + (texts?.params ?? "widen 'params'\(place.map { " of '\(route($0).id.value)'" } ?? "")")))
    }

    /// The routes of an operation whose paths have its shape.
    private func sameShape(_ index: Int) -> [RoutePlace] {
        let shape = contract.shape(ofOperation: index)
        return served[index].prefix(Self.maximumRoutes).filter { contract.shape(of: $0) == shape }
    }

    private static let maximumRoutes = 64

    mutating func reportUndocumented(_ witness: RequestWitness, of place: RoutePlace, _ index: Int) {
        let operation = operation(index)
        let route = route(place)
        let difference = contract.operations[index].flatMap { firstDifference(between: $0, and: place, isWider: false) }
        let parameter =
            difference.flatMap { operation.parameters[$0.label] }
            ?? operation.parameters.values.min { $0.span < $1.span }
        let texts = sameShape(index) == [place] ? difference.map { advice(for: index, place, $0) } : nil
        found.append(
            Diagnostic(
                .differentValues, at: route.constrained.first?.valueSpan ?? contract.placeSpan(place),
                "route '\(route.id.value)' serves values that '\(operation.title)' does not allow", severity: .warning,
                notes: [.init("the document is here", at: parameter?.span ?? operation.span)],
                witness: contract.text(witness), witnessRemark: "is served, and not documented",
                help: (texts?.params ?? "restrict 'params' of '\(route.id.value)'") + ", or "
                    + (texts?.schema ?? "widen the schema")))
    }

    private func note(_ place: RoutePlace) -> Diagnostic.Note {
        let span = route(place).constrained.first?.valueSpan ?? contract.placeSpan(place)
        return .init("route '\(route(place).id.value)' is here", at: span)
    }

    /// The captures of an operation and of a route at one segment.
    private typealias Difference = (label: String, other: String)

    /// Returns the first captures at the same segment of which that of the operation, or else that of the route, has
    /// values that the other one rejects.
    private func firstDifference(
        between definition: RouteDefinition, and place: RoutePlace, isWider: Bool
    ) -> Difference? {
        let route = contract.table.routes[place.route]
        let others = route.patterns[place.pattern].slots
        for slot in definition.patterns[0].slots {
            guard let other = others.first(where: { $0.segment == slot.segment }) else { continue }
            let documented = definition.constraints[slot.label] ?? .any
            let served = route.constraints[other.label] ?? .any
            let isSame = isWider ? documented.isSubset(of: served) : served.isSubset(of: documented)
            if !isSame { return (slot.label, other.label) }
        }
        return nil
    }

    /// The limit of a text to write that a message contains.
    private static let maximumText = 100

    /// Returns what to write, as commands: the schema with the values of the route, or the `params:` with the values of the
    /// schema. `nil` for what one constraint cannot say, or what is too long.
    private func advice(
        for index: Int, _ place: RoutePlace, _ difference: Difference
    ) -> (schema: String?, params: String?) {
        let route = route(place)
        let constraint = route.constrained.first { $0.name.value == difference.other }?.constraint
        let schema = "write 'schema: \(SchemaValue.schema(anyOf: [constraint]).inline)'"
        let values = operation(index).parameters[difference.label]?.values ?? ValueSet()
        let (single, isExact) = values.single(caseSensitive: contract.table.settings.isCaseSensitive)
        let params =
            single.map { "write 'params: { \(difference.other): \($0.yaml) }' for '\(route.id.value)'" }
            ?? "remove '\(difference.other)' from 'params' of '\(route.id.value)'"
        return (
            schema.utf8.count <= Self.maximumText ? schema : nil,
            isExact && params.utf8.count <= Self.maximumText ? params : nil
        )
    }
}
