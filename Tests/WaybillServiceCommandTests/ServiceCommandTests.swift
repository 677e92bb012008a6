import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillTools

@Suite("The commands that a service embeds")
struct ServiceCommandTests {
    private static let manifest = """
        waybill: 1
        protocols: { CartInput: }
        modules:
          cart: { provides: [CartInput], scope: shared, with: { size: 3 } }
        interceptors:
          gate: { url: /cart/**, use: gate }
        routes:
          - { id: cart.show, url: /cart/:id, params: { id: int }, handler: show }
          - { id: cart.old, url: /basket/:id, params: { id: int }, forward: /cart/:id }
        tests:
          - { open: /cart/7, expect: { route: cart.show, interceptors: [gate] } }

        """

    private static let sound = ["Routes/shop.yaml": manifest]

    private static func replacing(_ old: String, with new: String) -> [String: String] {
        ["Routes/shop.yaml": manifest.replacing(old, with: new)]
    }

    // MARK: check

    @Test("check has no problems if manifests and code fit, in text and JSON, and makes nothing")
    func clean() throws {
        let text = try ShopRun(["waybill", "check"], Self.sound)
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output == "no problems in 1 file, 2 routes\n")
        let json = try ShopRun(["waybill", "check", "--format", "json"], Self.sound).json()
        #expect(json["version"] as? Int == 1)
        let summary = json["summary"] as? [String: Int]
        #expect(summary == ["errors": 0, "warnings": 0, "infos": 0, "hints": 0, "files": 1, "routes": 2])
    }

    @Test(
        "check reports what the executable cannot serve, at its line",
        arguments: [
            ("handler: show }", "handler: shwo }", "F001", 8, 68),
            ("use: gate", "use: gaet", "F001", 6, 31),
            ("size: 3", "size: many", "F008", 4, 63),
        ])
    func unfit(old: String, new: String, rule: String, line: Int, column: Int) throws {
        let run = try ShopRun(["waybill", "check", "--format", "json"], Self.replacing(old, with: new))
        #expect(run.status == 1)
        let found = try run.json()["diagnostics"] as? [[String: Any]] ?? []
        #expect(found.map { $0["id"] as? String } == [rule])
        #expect(found.first?["line"] as? Int == line)
        #expect(found.first?["column"] as? Int == column)
    }

    @Test("check shows the line and the suggestion")
    func text() throws {
        let run = try ShopRun(["waybill", "check"], Self.replacing("handler: show", with: "handler: shwo"))
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("Routes/shop.yaml:8:68: error: no handler 'shwo' is registered [F001"))
        #expect(run.output.contains("did you mean 'show'?"))
    }

    @Test("check reports about manifests like the command waybill, except for fixes")
    func contract() throws {
        let files = Self.replacing("with: { size: 3 }", with: "with: { size: 3 }, tagz: 1").merging([
            "Routes/other.yaml":
                "waybill: 1\nroutes: [{ url: /cart/1, handler: show, priority: 1 }, { url: /a, modul: b }]\n"
        ]) { $1 }
        let (text, json) = (["check"], ["check", "--format", "json"])
        let (own, command) = (try ShopRun(["waybill"] + text, files), try ShopRun(text, files, program: "waybill"))
        #expect(command.output.hasPrefix(own.output) && own.output.contains("2 errors in 2 files, 3 routes"))
        #expect(own.status == command.status && own.status == 1)
        #expect(
            try NSDictionary(dictionary: ShopRun(["waybill"] + json, files).jsonWithoutFixes())
                == NSDictionary(dictionary: ShopRun(json, files, program: "waybill").jsonWithoutFixes()))
    }

    @Test("check obeys the policies of .waybill.yaml, and --fail-on")
    func policies() throws {
        let files = Self.sound.merging([".waybill.yaml": "rules: { X999: error }\n"]) { $1 }
        let run = try ShopRun(["waybill", "check", "--fail-on", "info"], files)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(try ShopRun(["waybill", "check", "--fail-on", "info", "--no-config"], files).status == 0)
    }

    // MARK: registry

    @Test("registry prints the registrations of the service, with its build")
    func registry() throws {
        let run = try ShopRun(["waybill", "registry"])
        #expect(run.status == 0)
        let description = try RegistryDescription(json: Array(run.output.utf8))
        #expect(description.factories.map(\.name) == ["cart"])
        #expect(description.factories.first?.configuration?.keys.map(\.name) == ["size"])
        #expect(description.interceptors.map(\.name) == ["gate"])
        #expect(description.handlers.map(\.name) == ["show"])
        #expect(description.build?.utf8.count == 64)
        #expect(try ShopRun(["waybill", "registry"], environment: ["SHOP_BROKEN": "1"]).status == 3)
    }

    // MARK: explain, routes, test

    @Test("explain shows where a request goes")
    func explain() throws {
        let run = try ShopRun(["waybill", "explain", "/basket/7", "--format", "json"], Self.sound)
        #expect(run.status == 0)
        #expect(try run.json()["outcome"] as? String == "redirected")
        #expect(try run.json()["interceptors"] as? [String] == ["gate"])
        #expect(try ShopRun(["waybill", "explain", "/nothing"], Self.sound).status == 1)
    }

    @Test("explain follows a request through a set that the code does not fit, reports that, and exits 1")
    func explainUnfit() throws {
        let files = Self.replacing("handler: show", with: "handler: shwo")
        let run = try ShopRun(["waybill", "explain", "/cart/7"], files)
        #expect(run.status == 1)
        #expect(run.output.contains("cart.show"))
        #expect(run.errors.contains("no handler 'shwo' is registered"))
    }

    @Test("routes lists the table, in text and JSON")
    func routes() throws {
        #expect(try ShopRun(["waybill", "routes"], Self.sound).output.contains("handler show"))
        let rows = try ShopRun(["waybill", "routes", "--format", "json"], Self.sound).json()["routes"]
        #expect((rows as? [[String: Any]])?.map { $0["id"] as? String } == ["cart.old", "cart.show"])
        let unfit = try ShopRun(["waybill", "routes"], Self.replacing("use: gate", with: "use: gaet"))
        #expect(unfit.status == 1 && unfit.output.isEmpty)
        #expect(unfit.errors.contains("no interceptor 'gaet' is registered"))
    }

    @Test("test runs the tests of the manifests")
    func tests() throws {
        let passed = try ShopRun(["waybill", "test"], Self.sound)
        #expect(passed.status == 0 && passed.output == "1 passed in 1 file\n")
        let failing = Self.replacing("route: cart.show", with: "route: cart.old")
        let failed = try ShopRun(["waybill", "test", "--format", "json"], failing)
        #expect(failed.status == 1)
        #expect((try failed.json()["summary"] as? [String: Int])?["failed"] == 1)
        let filtered = try ShopRun(["waybill", "test", "--filter", "nothing"], Self.sound)
        #expect(filtered.status == 2 && filtered.errors == "waybill: no test matches 'nothing'\n")
    }

    // MARK: Bad input

    @Test("Missing manifests end with 3, broken ones with 1", arguments: ["check", "routes", "test"])
    func unreadable(verb: String) throws {
        let missing = try ShopRun(["waybill", verb, "missing"], Self.sound)
        #expect(missing.status == 3)
        #expect((missing.output + missing.errors).contains("missing: error:"))
        let broken = try ShopRun(["waybill", verb], ["Routes/shop.yaml": "waybill: 1\nroutes: [\n"])
        #expect(broken.status == 1)
        #expect((broken.output + broken.errors).contains("Routes/shop.yaml:"))
    }

    @Test("A registry that cannot be made is one clear line, and ends with 3", arguments: ["check", "routes", "test"])
    func brokenRegistry(verb: String) throws {
        let run = try ShopRun(["waybill", verb], Self.sound, environment: ["SHOP_BROKEN": "1"])
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors == "waybill: cannot make the registry: SHOP_DATABASE is not set\n")
    }

    @Test(
        "Wrong usage ends with 2, and shows how the service is called",
        arguments: [["chek"], ["check", "--format", "xml"], ["explain"], ["test", "--filter", ""]])
    func usage(arguments: [String]) throws {
        let run = try ShopRun(["waybill"] + arguments, Self.sound)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("ShopService"))
    }

    @Test("Help names the service, every verb and every exit status")
    func help() throws {
        let run = try ShopRun(["waybill", "--help"])
        #expect(run.status == 0)
        for word in ["USAGE: ShopService waybill", "check", "explain", "routes", "test", "Exit statuses:"] {
            #expect(run.output.contains(word), "\(word)")
        }
        #expect(try ShopRun(["waybill", "check", "--help"]).output.contains("  ShopService waybill check\n"))
    }

    // MARK: The service itself

    @Test("Other arguments are the service's own")
    func others() throws {
        #expect(try ShopRun([]).output == "serving on 8080\n")
        #expect(try ShopRun(["--port", "1"]).output == "serving on 1\n")
        #expect(try ShopRun(["--port"]).status == 64)
    }

    @Test("As a subcommand of the service's own command it works too, except for the status of wrong usage")
    func subcommand() throws {
        let own = ["SHOP_OWN_MAIN": "1"]
        #expect(try ShopRun(["waybill", "check"], Self.sound, environment: own).status == 0)
        let unfit = Self.replacing("handler: show", with: "handler: shwo")
        #expect(try ShopRun(["waybill", "check"], unfit, environment: own).status == 1)
        #expect(try ShopRun(["waybill", "check", "missing"], environment: own).status == 3)
        #expect(try ShopRun(["waybill", "chek"], environment: own).status == 64)
        #expect(try ShopRun(["--help"], environment: own).output.contains("waybill"))
    }
}
