import Foundation
import Testing

/// A failed start is reported once, and the exit status tells its kind.
@Suite("The notes service, started badly", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct BadStartTests {
    @Test("A port that is in use: one line, status 3")
    func portInUse() async throws {
        let folder = try RoutesFolder()
        let first = try ServiceProcess("--routes", folder.routes, "--port", "0")
        let address = try #require(await first.address(), "\(first.errors)")
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let second = try ServiceProcess("--routes", folder.routes, "--port", port)
        #expect(await second.exitStatus() == 3)
        try await eventually("the reason is told") { second.errors.contains("in use") }
        #expect(second.errors.contains("cannot listen on 127.0.0.1:\(port)"))
        #expect(second.errors.split(separator: "\n").filter { !$0.contains(" info ") }.count == 1)
        let third = try ServiceProcess("--routes", folder.routes, "--port", "0", "--operators", port)
        #expect(await third.exitStatus() == 3)
        try await eventually("its own address is told") {
            third.errors.contains("cannot listen on 127.0.0.1:\(port): Address already in use")
        }
        #expect(await first.stop() == 0)
    }

    @Test("An address of operators that cannot be had ends the start with the reason, also while clients connect")
    func operatorsWhileClientsConnect() async throws {
        let folder = try RoutesFolder()
        let first = try ServiceProcess("--routes", folder.routes, "--port", "0")
        let address = try #require(await first.address(), "\(first.errors)")
        let used = try #require(address.split(separator: ":").last.map(String.init))
        let file = "\(folder.data).txt"
        try Data("text".utf8).write(to: URL(filePath: file))
        let port = try freePort()
        let http = try NotesClient(address: "http://127.0.0.1:\(port)")
        let clients = Task {
            while !Task.isCancelled {
                _ = try? await http("GET", "/")
                // Without a pause, refused connections take a core from the services.
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        for (operators, reason) in [(used, "Address already in use"), (file, "the file is not a socket")] {
            for _ in 0..<4 {
                let service = try ServiceProcess(
                    "--routes", folder.routes, "--port", "\(port)", "--operators", operators)
                #expect(await service.exitStatus() == 3)
                try await eventually("the reason is told") { service.errors.contains(reason) }
                #expect(!service.errors.contains("Fatal error"))
            }
        }
        clients.cancel()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
        #expect(await first.stop() == 0)
    }

    /// A port that was free a moment ago.
    private func freePort() throws -> UInt16 {
        #if os(Linux)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        defer { close(descriptor) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &place) { pointer in  // valid in the body
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) | getsockname(descriptor, $0, &size)
            }
        }
        try #require(result == 0)
        return UInt16(bigEndian: place.sin_port)
    }

    @Test("A state or a socket that another service uses: status 3, and the other one keeps it")
    func inUse() async throws {
        let folder = try RoutesFolder()
        let socket = folder.data + ".socket"
        let shared = ["--routes", folder.routes, "--port", "0"]
        let first = try ServiceProcess(arguments: shared + ["--state", folder.state, "--operators", socket])
        _ = try #require(await first.address(), "\(first.errors)")
        try await eventually("the socket is told") { first.errors.contains("operators' endpoint listens on") }
        let second = try ServiceProcess(arguments: shared + ["--state", folder.state])
        #expect(await second.exitStatus() == 3)
        try await eventually("the process is told") {
            second.errors.contains("process \(first.id) uses \(folder.state)/last-good.json")
        }
        let third = try ServiceProcess(arguments: shared + ["--operators", socket])
        #expect(await third.exitStatus() == 3)
        try await eventually("the socket is told") {
            third.errors.contains("cannot listen on \(socket): Address already in use")
        }
        #expect(try await NotesClient(socket: socket)("GET", "/_waybill/status").status == 200)
        // What a killed service leaves behind is no obstacle.
        #expect(await first.stop(by: SIGKILL) == SIGKILL)
        let fourth = try ServiceProcess(arguments: shared + ["--state", folder.state, "--operators", socket])
        _ = try #require(await fourth.address(), "\(fourth.errors)")
        #expect(await fourth.stop() == 0)
    }

    @Test("Manifests that are not there: status 3")
    func missingFolder() async throws {
        let service = try ServiceProcess("--routes", "/nowhere/at/all", "--port", "0")
        #expect(await service.exitStatus() == 3)
        try await eventually("the path is named") { service.errors.contains("/nowhere/at/all") }
    }

    @Test("Broken manifests: the output of check, status 1")
    func brokenManifests() async throws {
        let folder = try RoutesFolder()
        try folder.edit("site.yaml", "handler: welcome", to: "handler: welcom")
        let service = try ServiceProcess("--routes", folder.routes, "--port", "0")
        #expect(await service.exitStatus() == 1)
        try await eventually("the place is shown") {
            service.errors.contains("site.yaml:9:14: error:") && service.errors.contains("^~~~~~")
        }
    }

    @Test("A failing test of the manifests: the actual result, status 1")
    func failingTest() async throws {
        let folder = try RoutesFolder()
        try folder.edit("site.yaml", "route: welcome", to: "route: notes.list")
        let service = try ServiceProcess("--routes", folder.routes, "--port", "0")
        #expect(await service.exitStatus() == 1)
        try await eventually("the place is shown") {
            service.errors.contains("test '/' failed: expected route 'notes.list', got 'welcome' [K001 failed-test]")
        }
    }

    @Test("A folder for the state that cannot be created: status 3")
    func stateFolder() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess("--routes", folder.routes, "--port", "0", "--state", "/dev/null/state")
        #expect(await service.exitStatus() == 3)
        try await eventually("the folder is named") {
            service.errors.contains("cannot make the folder /dev/null/state")
        }
    }

    @Test(
        "Wrong usage: status 2",
        arguments: [
            ["--port", "seventy"], ["--port", "70000"], ["--rotes", "Routes"], ["--start", "last-good"],
            ["--start", "maybe"], ["--canary", "1"], ["--canary-window", "0"],
        ])
    func wrongUsage(arguments: [String]) async throws {
        let service = try ServiceProcess(arguments: arguments)
        #expect(await service.exitStatus() == 2)
        try await eventually("the usage is shown") { service.errors.contains("notes-service") }
    }
}
