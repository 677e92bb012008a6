import Waybill
import WaybillManifest
import WaybillRules

/// The cost of binding compiled manifests with many modules to code, at a start and after a change of one URL.
struct ModuleStart {
    private struct Times {
        var (compile, start, replace): ([Double], [Double], [Double]) = ([], [], [])
    }

    static func claims(rounds: Int = 9) throws -> [Claim] {
        let workloads = [250, 1_000, 2_000].map(ModuleWorkload.init)
        var times = [Times](repeating: Times(), count: workloads.count)
        for _ in 0..<rounds {
            for (index, workload) in workloads.enumerated() { try measure(workload, &times[index]) }
        }
        let medians = times.map { times in
            (
                compile: times.compile.sorted()[rounds / 2], start: times.start.sorted()[rounds / 2],
                replace: times.replace.sorted()[rounds / 2]
            )
        }
        let (smaller, larger) = (medians[1], medians[2])
        let toCompiling = zip(workloads, medians).map { workload, times in
            claim(
                "start, \(workload.count) protocols and modules", times.start, over: times.compile,
                "compiling the same set", goal: workload.count == 2_000 ? "at most 10" : "none")
        }
        return toCompiling + [
            claim("start, 2000 protocols and modules", larger.start, over: smaller.start, "1000", goal: "at most 2.5"),
            claim(
                "one changed URL, 2000 protocols and modules", larger.replace, over: larger.compile,
                "compiling the same set", goal: "at most 10"),
            claim(
                "one changed URL, 2000 protocols and modules", larger.replace, over: smaller.replace, "1000",
                goal: "at most 2.5"),
        ]
    }

    /// One round, in milliseconds.
    private static func measure(_ workload: ModuleWorkload, _ times: inout Times) throws {
        let clock = ContinuousClock()
        let text = workload.text()
        var start = clock.now
        let first = Compilation.compile(text: text, path: "Bench.yaml")
        times.compile.append((clock.now - start) / .milliseconds(1))
        start = clock.now
        let router = try Router(compilation: first, registry: workload.registry)
        times.start.append((clock.now - start) / .milliseconds(1))
        let second = Compilation.compile(text: workload.text(edition: 1), path: "Bench.yaml")
        start = clock.now
        let generation = try router.replace(with: second)
        times.replace.append((clock.now - start) / .milliseconds(1))
        precondition(generation.number == 2 && generation.set.modules.count == workload.count, "nothing was replaced")
    }

    private static func claim(
        _ name: String, _ time: Double, over peer: Double, _ peerName: String, goal: String
    ) -> Claim {
        Claim(
            name: name, figure: "\(tenths(time)) ms", ratio: time / peer, peer: "\(peerName), \(tenths(peer)) ms",
            goal: goal)
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

/// A set with the given number of protocols, modules and routes, each of which requires the next, with code for all.
struct ModuleWorkload {
    let count: Int
    private(set) var registry = Registry()
    private var types: [String] = []

    init(count: Int) {
        self.count = count
        add(Int.self, digits: Int.bitWidth - (count - 1).leadingZeroBitCount)
    }

    /// - Parameter edition: A part of the URL of the last route.
    func text(edition: Int = 0) -> String {
        var (protocols, modules, routes) = ("", "", "")
        for index in 0..<count {
            protocols += "  Part\(index): { swift: \"\(types[index])\" }\n"
            modules += "  part\(index): { provides: [Part\(index)] }\n"
            routes += "  - { url: /part\(index)\(index == count - 1 ? "/\(edition)" : ""), module: part\(index) }\n"
        }
        return "waybill: 1\n\nprotocols:\n\(protocols)\nmodules:\n\(modules)\nroutes:\n\(routes)"
    }

    /// Registers types that are numbered by binary digits, so that their names do not grow with their number.
    private mutating func add<Number>(_ number: Number.Type, digits: Int) {
        guard types.count < count else { return }
        guard digits == 0 else {
            add(Zero<Number>.self, digits: digits - 1)
            return add(One<Number>.self, digits: digits - 1)
        }
        registry.register("part\(types.count)") { _ in Part<Number>() }.provides(Part<Number>.self) { $0 }
        types.append("\(Part<Number>.self)")
    }

    private struct Part<Number>: Sendable {}
    private enum Zero<Rest> {}
    private enum One<Rest> {}
}
