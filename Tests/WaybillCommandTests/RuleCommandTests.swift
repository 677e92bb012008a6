import Foundation
import Testing

@Suite("The rules in 'waybill check'")
struct RuleCommandTests {
    @Test("--explain prints why a rule matters, an example, and the fix, for several rules at once")
    func explain() throws {
        try withFolder { folder in
            let run = try CommandRun(["check", "--explain", "P003", "cycle"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("P003 shadowed-route: error, can be suppressed"))
            #expect(run.output.contains("    routes.yaml:4:11: error: route 'orders.show' is unreachable"))
            #expect(run.output.contains("\nX001 cycle: error, cannot be suppressed"))
        }
    }

    @Test("An unknown rule is wrong usage, and the nearest one is suggested")
    func unknown() throws {
        try withFolder { folder in
            let run = try CommandRun(["check", "--explain", "P003", "shadow-route"], in: folder)
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("'shadow-route' is not a rule; did you mean 'shadowed-route'?"))
        }
    }

    @Test("A former name of a rule is still known")
    func formerName() throws {
        try withFolder { folder in
            let run = try CommandRun(["check", "--explain", "idle-allowance"], in: folder)
            #expect(run.output.hasPrefix("G001 unused-suppression"))
        }
    }

    @Test("--explain-hidden lists what was held back, and because of which problem")
    func hidden() throws {
        let files = [
            "Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, module: clock }\n",
            "Routes/b.yaml": "waybill: 1\nmodules:\n  clock: [\n",
        ]
        try withFolder(files) { folder in
            let plain = try CommandRun(["check"], in: folder)
            let run = try CommandRun(["check", "--explain-hidden"], in: folder)
            #expect(plain.status == 1 && run.status == 1)
            #expect(!plain.output.contains("I002") && plain.output.contains("1 error"))
            #expect(run.output.contains("held back because of Routes/b.yaml:"))
            #expect(run.output.contains("  Routes/a.yaml:3:24: module 'clock' is not declared [I002 undefined-name]\n"))
            #expect(run.output.contains("  not checked: I004 unused-module\n"))
        }
    }

    @Test("--rules lists every rule, a line each, and as JSON")
    func list() throws {
        try withFolder { folder in
            let run = try CommandRun(["check", "--rules"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("\nP006  idle-priority"))
            let json = try CommandRun(["check", "--rules", "--format", "json"], in: folder).json()
            let rules = json["rules"] as? [[String: Any]] ?? []
            #expect(rules.count == run.output.split(separator: "\n").count)
            let shadowed = rules.first { $0["id"] as? String == "P003" }
            #expect(shadowed?["allowable"] as? Bool == true)
            #expect(shadowed?["fix"] as? String == "unsafe")
            #expect((shadowed?["explanation"] as? String)?.isEmpty == false)
        }
    }
}
