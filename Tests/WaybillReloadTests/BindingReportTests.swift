import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillReports

@testable import WaybillReload

@Suite("What binding reports reaches operators", .timeLimit(.minutes(1)))
struct BindingReportTests {
    private let ignored = "waybill: 1\nroutes:\n  - { url: /one, handler: one, with: { a: 1 } }\n"

    @Test("A warning of binding is in the log of the start and of a reload, and in the status")
    func warnings() async throws {
        let service = try ReloadingService.polling(ignored)
        #expect(service.log.warnings.count == 1 && service.log.warnings[0].contains("[F008 configuration-mismatch]"))
        #expect(try place(of: "F008", in: service.reloader.status) == 3)
        #expect(await service.reloader.reload(trigger: .start).number == 1)
        #expect(try place(of: "F008", in: service.reloader.status) == 3)
        #expect(service.log.warnings.count == 1)
        try service.folder.write("# moved\n" + ignored, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .unchanged)
        #expect(try place(of: "F008", in: service.reloader.status) == 4)
        try service.folder.write(ignored + "  - { url: /two, handler: two }\n", to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(service.log.warnings.count == 2 && service.log.warnings[1].contains("so 'with' has no effect"))
        #expect(try place(of: "F008", in: service.reloader.status) == 3)
    }

    /// A diagnostic of the status in JSON, as a program reads it.
    private func place(of rule: String, in status: ReloadStatus) throws -> Int? {
        let status = try JSONDecoder().decode(ReloadStatus.self, from: JSONEncoder().encode(status))
        return status.lastAttempt.diagnostics.first { $0.id == rule }?.place.line
    }

    @Test("Code that no manifest names is logged once at the start, and again when it changes, with its line")
    func unused() async throws {
        let manifest = "waybill: 1\nroutes:\n  - { url: /one, handler: one }\n"
        let service = try ReloadingService.polling(
            manifest,
            register: {
                $0.register("store") { _ in 1 }
                $0.adapter("shim") { (number: Int) in "\(number)" }
                $0.interceptor("gate") { try await $1($0) }
                $0.lane("slow")
            })
        let site = "at WaybillReloadTests/"
        let line = try #require(service.unusedLines.first)
        for name in ["factory 'store'", "adapter 'shim'", "interceptor 'gate'", "handler 'two'", "lane 'slow'"] {
            #expect(line.contains("\(name) \(site)"))
        }
        #expect(!line.contains("handler 'one'") && service.unusedLines.count == 1)
        try service.folder.write(manifest + "  - { url: /too, handler: one }\n", to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(service.unusedLines.count == 1)
        try service.folder.write(manifest + "fallback: { handler: two }\n", to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(service.unusedLines.count == 2 && !service.unusedLines[1].contains("handler 'two'"))
    }
}

extension ReloadingService {
    fileprivate var unusedLines: [String] {
        log.all.filter { $0.hasPrefix("registered, but not used by a manifest: ") }
    }
}
