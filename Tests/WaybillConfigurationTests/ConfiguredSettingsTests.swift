import Foundation
import Testing
import Waybill
import WaybillReload

@testable import WaybillConfiguration

@Suite("Settings from a configuration")
struct ConfiguredSettingsTests {
    private func read(_ values: [String: String]) throws(ConfigurationErrors) -> ConfiguredSettings {
        try ConfiguredSettings(over: ConfiguredSettings(options: ReloadOptions(), routerOptions: .init())) {
            values[$0]
        }
    }

    @Test("each option sets what it names, and the others keep their defaults")
    func options() throws {
        let settings = try read([
            "waybill.manifests": "Routes, Other/a.yaml", "waybill.policy": "last-good", "waybill.debounce": "20ms",
            "waybill.poll": "true", "waybill.last-good-file": "/var/lib/last", "waybill.lane-waiter-limit": "7",
        ])
        #expect(settings.manifests == ["Routes", "Other/a.yaml"] && settings.policy == .lastGood)
        #expect(settings.options.debounce == .milliseconds(20) && settings.options.prefersPolling)
        #expect(settings.options.lastGoodFile == "/var/lib/last" && settings.routerOptions.laneWaiterLimit == 7)
        #expect(settings.options.pollInterval == ReloadOptions().pollInterval)
    }

    @Test("every value that is not valid is named with its key, all at once")
    func problems() {
        let values = [
            "waybill.policy": "often", "waybill.debounce": "20", "waybill.poll": "yes", "waybill.recursion-limit": "0",
            "waybill.manifests": " ",
        ]
        let error = #expect(throws: ConfigurationErrors.self) { try read(values) }
        #expect(
            error?.description == """
                waybill.manifests: ' ' is not a list of files and folders
                waybill.policy: 'often' is not one of fail, wait, last-good, last-good-or-wait
                waybill.debounce: '20' is not a number with a unit, such as "500ms" or "2s"
                waybill.poll: 'yes' is not true or false
                waybill.recursion-limit: '0' is not a number above zero
                """)
        let alone = #expect(throws: ConfigurationErrors.self) { try read(["waybill.policy": "last-good"]) }
        #expect(alone?.problems == ["waybill.policy: 'last-good' needs a file: set waybill.last-good-file"])
    }

    @Test("every option has a line in the article, and no other has")
    func article() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Waybill/Waybill.docc/HowTo/HowToConfigure.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("| `waybill.")
        }
        let options = ConfiguredSettings.Option.all.map { "| `\($0.key)` | \($0.summary) |" }
        #expect(lines.map(String.init) == options, "\(options.joined(separator: "\n"))")
    }
}
