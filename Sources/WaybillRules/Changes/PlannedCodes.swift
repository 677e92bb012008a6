import WaybillManifest
package import WaybillProofs
import WaybillSyntax
package import WaybillTable

/// Numbers for the effects of two sets. Equal effects have the same number.
package struct PlannedCodes {
    private var numbers: [AnyHashable: Int] = [:]

    package init() {}

    private mutating func number(of effect: some Hashable) -> Int {
        if let known = numbers[AnyHashable(effect)] { return known }
        numbers[AnyHashable(effect)] = numbers.count
        return numbers.count - 1
    }

    package mutating func table(of planned: PlannedSet, _ table: RoutingTable) -> ComparedTable {
        ComparedTable(
            table,
            routes: planned.set.routes.indices.map { index in
                let reads: ComparedTable.Reading =
                    planned.set.routes[index].destination.target.map { .target($0.target) } ?? .all
                return .init(code: number(of: planned.routes[index]), reads: reads)
            },
            interceptors: planned.set.interceptors.map { interceptor in
                let reads: ComparedTable.Reading =
                    switch interceptor.action {
                    case .use: .all
                    case .rewrite(let target): .target(target.target)
                    case .reject: .nothing
                    }
                return .init(code: number(of: InterceptorAction(interceptor)), reads: reads)
            },
            fallbacks: planned.fallbacks.filter { $0.effect.target != .nothing }.map {
                .init(tag: $0.tag, code: number(of: $0.effect))
            })
    }
}
