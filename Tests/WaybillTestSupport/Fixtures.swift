import Synchronization
package import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// A router for a manifest's text, with the version line put before it.
package func makeRouter(
    _ manifest: String, options: RouterOptions = RouterOptions(), _ register: (inout Registry) -> Void = { _ in }
) throws -> Router {
    try Router(compilation: compile(manifest), registry: makeRegistry(register), options: options)
}

package func compile(_ manifest: String) -> Compilation {
    Compilation.compile(text: "waybill: 1\n" + manifest, path: "Routes.yaml")
}

package func makeRegistry(_ register: (inout Registry) -> Void) -> Registry {
    var registry = Registry()
    register(&registry)
    return registry
}

/// The diagnostics of binding a manifest, one line each: `3:12 F001 message`. Lines are counted without the version
/// line.
package func problems(_ manifest: String, _ register: (inout Registry) -> Void = { _ in }) -> [String] {
    diagnostics(manifest, register).map(\.line)
}

package func diagnostics(
    _ manifest: String, _ register: (inout Registry) -> Void = { _ in }
) -> [(line: String, diagnostic: Diagnostic)] {
    do {
        let router = try makeRouter(manifest, register)
        return describe(router.generation.warnings, router.generation.sources)
    } catch let errors as ManifestErrors {
        return describe(errors.diagnostics, errors.sources)
    } catch {
        return []
    }
}

private func describe(
    _ diagnostics: [Diagnostic], _ sources: [SourceFile]
) -> [(line: String, diagnostic: Diagnostic)] {
    // Modules of a test may be unused.
    diagnostics.filter { $0.rule != .unusedModule }.map { diagnostic in
        let place = sources[diagnostic.span.file].position(at: diagnostic.span.start)
        return ("\(place.line - 1):\(place.column) \(diagnostic.rule.id) \(diagnostic.message)", diagnostic)
    }
}

/// A log of events, in order.
package final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package func note(_ line: String) { lines.withLock { $0.append(line) } }

    package var all: [String] { lines.withLock { $0 } }

    package func clear() { lines.withLock { $0 = [] } }
}

package final class Counter: Sendable {
    private let count = Mutex(0)

    package init() {}

    @discardableResult
    package func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    package var value: Int { count.withLock { $0 } }
}

extension Registry {
    /// Interceptors that log that they ran, and call the next one.
    package mutating func passing(_ names: String..., log: Log) {
        for name in names {
            interceptor(name) { request, next in
                log.note(name)
                return try await next(request)
            }
        }
    }

    /// Handlers that return their own name.
    package mutating func handlers(_ names: String...) {
        for name in names { handler(name) { _ in name } }
    }
}

extension Outcome {
    /// The destination as a string, which is the result of most handlers here.
    package var text: String? { destination as? String }
}
