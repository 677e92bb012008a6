import Foundation
import WaybillTable

/// Runs the oracle with new cases for any length of time: `OracleRun SECONDS [SEED]`.
///
/// Seeds are printed during the run. The first difference is shrunk, printed as a test, and ends the run with status 1.
@main
enum EndlessOracle {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let seconds = arguments.first.flatMap { Double($0) } ?? 60
        var seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 0 ... .max)
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .seconds(seconds))
        var pairs = 0
        // A seed is used for only a few cases of each family, so that a printed seed reproduces a trap quickly.
        var rounds = 0
        while clock.now < end {
            if rounds % 20 == 0 { report("seed \(seed)") }
            rounds += 1
            for family in OracleFamily.allCases { pairs += try ask(family, seed) }
            seed &+= 1
        }
        report("\(pairs) pairs of a table and a URL, up to seed \(seed): table and law agree")
    }

    private static func ask(_ family: OracleFamily, _ seed: UInt64) throws -> Int {
        var run = OracleRun(seed: seed)
        for _ in 0..<20 {
            guard let difference = try run.nextDifference(of: family) else { continue }
            report("seed \(seed), family \(family): table and law differ\n\(difference.shrunk())")
            exit(1)
        }
        return run.pairs
    }

    /// Unbuffered, so that a trap loses nothing.
    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
