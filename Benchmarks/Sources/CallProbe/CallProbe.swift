import AllocationCounter
import Foundation
import Waybill
import WaybillTable
import Workloads

/// Makes one kind of call for the URLs of a workload a given number of times, and nothing else; `Scripts/instructions.sh`
/// and `Scripts/allocations.sh` measure it from outside and from inside.
///
/// - `CallProbe lookup N`, `canOpen N`, `resolve N`, `open N`: N passes over the 130 GitHub URLs; the lookups with 1,000
///   interceptors, the others without.
/// - `CallProbe allocations N`: allocations in N passes of lookups, after those of a control that allocates once a pass.
///
/// Each takes the name of another workload as well, `combinations` for example.
@main
enum CallProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count), let passes = Int(arguments[2]) else { return fail(usage) }
        let call = arguments[1]
        let isLookup = ["lookup", "allocations"].contains(call)
        guard
            let workload = try workload(named: arguments.count == 4 ? arguments[3] : isLookup ? "intercepted" : "bare")
        else { return fail(usage) }
        switch call {
        case "lookup": print(lookUp(URLList(workload.urls), passes: passes, in: workload.table))
        case "allocations": countAllocations(passes, workload.table, URLList(workload.urls))
        default:
            guard let call = RouterCall(rawValue: call) else { return fail(usage) }
            let method = workload.name == "http" ? "GET" : nil
            print(try await call.make(for: workload.urls, method: method, passes: passes, of: workload.router()))
        }
    }

    private static let usage = """
        usage: CallProbe lookup|canOpen|resolve|open|allocations N \\
            [intercepted|three|bare|http|combinations|affixes|constrained|hosts|long]
        """

    private static func workload(named name: String) throws -> Workload? {
        switch name {
        case "intercepted": try .gitHub().adding(interceptors: Workload.gitHubInterceptors(1_000))
        case "three": try .gitHub().adding(interceptors: Workload.interceptors(before: "/**", 3))
        case "bare": try .gitHub()
        case "http": try .gitHubOverHTTP()
        case "combinations": try .combinations(levels: 12)
        case "affixes": try .affixes(4_000)
        case "constrained": try .constrained(4_000)
        case "hosts": try .hostSuffixes(4_000)
        case "long": Workload(name: name, routes: try Workload.gitHub().routes, urls: Workload.longURLs())
        default: nil
        }
    }

    /// Counts the allocations of lookups without those of one pass, which are the scope and the growth of a new
    /// `Lookup`.
    private static func countAllocations(_ passes: Int, _ table: RoutingTable, _ urls: URLList) {
        var found = lookUp(urls, passes: 1, in: table)
        let before = allocation_count()
        found += lookUp(urls, passes: 1, in: table)
        let start = allocation_count()
        guard start >= 0 else { return fail("allocations are not counted on this platform") }
        found += lookUp(urls, passes: 1 + passes, in: table)
        let lookups = (allocation_count() - start) - (start - before)
        let end = allocation_count()
        for pass in 0..<passes { found += allocateOnce(pass) }
        let control = allocation_count() - end
        print("control \(control) in \(passes)\nlookups \(lookups) in \(passes * urls.count)\nfound \(found)")
    }

    /// The positive control: an array that the optimizer may not put on the stack.
    @inline(never)
    private static func allocateOnce(_ number: Int) -> Int {
        Box(number: number).number & 1
    }

    private static func fail(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(2)
    }
}

private final class Box {
    let number: Int

    @inline(never)
    init(number: Int) { self.number = number }
}
