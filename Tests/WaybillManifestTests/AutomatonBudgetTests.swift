import Testing

@testable import WaybillManifest

@Suite("What the regexes of a set may cost")
struct AutomatonBudgetTests {
    private func file(_ name: String, _ regexes: [String]) -> (String, String) {
        let routes = regexes.enumerated().map { number, regex in
            "  - { id: \(name)\(number), url: \"/\(name)/\(number)/:a\", params: { a: \"/\(regex)/\" }, handler: h }\n"
        }
        return ("\(name).yaml", "waybill: 1\nroutes:\n" + routes.joined())
    }

    private func reading(
        _ files: [(String, String)], steps: Int = AutomatonBudget.most, known: KnownFiles? = nil
    ) -> SetReading {
        SetReading(files: ManifestFiles(texts: files), environment: [:], known: known, automatonSteps: steps)
    }

    private func steps(_ reading: SetReading) -> Int { reading.manifests.reduce(0) { $0 + $1.automatonSteps } }

    @Test("where those of all files together are over it, none is built, and each file says so once")
    func together() {
        let files = [file("one", ["[ab]{3}c*", "x+"]), file("two", ["[cd]{5}"])]
        let needed = steps(reading(files))
        #expect(needed > 900)
        #expect(reading(files, steps: needed).diagnostics.isEmpty)
        for files in [files, files.reversed()] {
            let refused = reading(files, steps: needed - 1)
            #expect(refused.diagnostics.map(\.rule) == [.badRegex, .badRegex])
            #expect(refused.diagnostics.allSatisfy { $0.message.contains("together take too long") })
            #expect(refused.manifests.allSatisfy { $0.routes.allSatisfy(\.narrowed.isEmpty) })
        }
    }

    @Test("files that are known count, and are read again once there is room for all")
    func known() {
        let (one, two) = (file("one", ["[ab]{3}c*"]), file("two", ["[cd]{5}"]))
        let (known, needed) = (KnownFiles(), steps(reading([one, two])))
        #expect(reading([one], steps: needed - 1, known: known).diagnostics.isEmpty)
        #expect(reading([one, two], steps: needed - 1, known: known).diagnostics.count == 2)
        #expect(reading([one, ("two.yaml", "waybill: 1\n")], steps: needed - 1, known: known).diagnostics.isEmpty)
    }

    @Test("a mistake in a regex is told whether it is built or not")
    func mistakes() {
        let files = [file("one", ["("]), file("two", ["a+", "b+"])]
        let refused = reading(files, steps: 10).diagnostics.map(\.message)
        #expect(refused.count == 2 && refused.count { $0.contains("together take too long") } == 1)
    }
}
