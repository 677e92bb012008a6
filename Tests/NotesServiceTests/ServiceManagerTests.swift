#if os(Linux)
    import Dispatch
    import Foundation
    import Testing

    @Suite("The notes service under systemd", .timeLimit(.minutes(1)))
    @MainActor  // not on the shared pool, which computing tests occupy
    struct ServiceManagerTests {
        @Test(
            "systemd is told when the service is ready, reloads and ends, in this order",
            arguments: ["", "@"])
        func told(prefix: String) async throws {
            let folder = try RoutesFolder()
            let name = "\(prefix)\(FileManager.default.temporaryDirectory.path)/notify-\(UUID().uuidString.prefix(8))"
            let manager = try Manager(name)
            let service = try ServiceProcess(
                arguments: ["--routes", folder.routes, "--port", "0"], environment: ["NOTIFY_SOCKET": name])
            _ = try #require(await service.address(), "\(service.errors)")
            #expect(await manager.next().hasPrefix("READY=1\nSTATUS=generation 1 is live, with "))
            let before = DispatchTime.now().uptimeNanoseconds / 1000
            service.send(SIGHUP)
            let reloading = await manager.next()
            let time = try #require(reloading.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=(\d+)/))
            #expect(UInt64(time.1) ?? 0 >= before)
            #expect(await manager.next() == "READY=1\nSTATUS=generation 1 is live")
            try folder.edit("site.yaml", "handler: welcome", to: "handler: welcom")
            service.send(SIGHUP)
            #expect(await manager.next().hasPrefix("RELOADING=1\n"))
            #expect(await manager.next() == "READY=1\nSTATUS=reload rejected (unbound); generation 1 is live")
            service.send(SIGTERM)
            #expect(await manager.next() == "STOPPING=1")
            #expect(await service.exitStatus() == 0)
        }

        /// The socket on which a service manager listens.
        private final class Manager: Sendable {
            private let descriptor: Int32
            private let queue = DispatchQueue(label: "service-manager")

            init(_ name: String) throws {
                descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
                var place = sockaddr_un()
                place.sun_family = sa_family_t(AF_UNIX)
                let isAbstract = name.hasPrefix("@")
                let path = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
                unsafe withUnsafeMutableBytes(of: &place.sun_path) { unsafe $0.copyBytes(from: path) }  // fits
                let size = socklen_t(2 + path.count + (isAbstract ? 0 : 1))
                let result = unsafe withUnsafePointer(to: place) { pointer in  // valid in the body
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe bind(descriptor, $0, size)
                    }
                }
                try #require(result == 0)
            }

            deinit { close(descriptor) }

            func next() async -> String {
                await withCheckedContinuation { continuation in
                    queue.async { [descriptor] in
                        var bytes = [UInt8](repeating: 0, count: 4096)
                        let count = unsafe bytes.withUnsafeMutableBytes {  // valid in the body
                            unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
                        }
                        continuation.resume(returning: String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
                    }
                }
            }
        }
    }
#endif
