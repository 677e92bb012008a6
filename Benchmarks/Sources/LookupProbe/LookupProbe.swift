import AllocationCounter
import Foundation
import WaybillTable
import Workloads

/// Looks up the GitHub workload a given number of times, and nothing else; `Scripts/instructions.sh` and
/// `Scripts/allocations.sh` measure it from outside and from inside.
///
/// - `LookupProbe passes N`: N passes over the 130 URLs.
/// - `LookupProbe allocations N`: allocations in N passes, behind those of a control that allocates once a pass.
@main
enum LookupProbe {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let verb = arguments.first, let passes = arguments.last.flatMap({ Int($0) }) else {
            return fail("usage: LookupProbe passes|allocations N")
        }
        let workload = try Workload.gitHub().adding(interceptors: Workload.gitHubInterceptors(1_000))
        let (table, urls) = (workload.table, URLList(workload.urls))
        switch verb {
        case "passes": print(lookUp(urls, passes: passes, in: table))
        case "allocations": countAllocations(passes, table, urls)
        default: fail("usage: LookupProbe passes|allocations N")
        }
    }

    /// What one pass allocates is the scope and the growth of a new `Lookup`; it is left out, and what more passes
    /// allocate is what lookups do.
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

    /// The positive control: an array that the optimiser may not put on the stack.
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
