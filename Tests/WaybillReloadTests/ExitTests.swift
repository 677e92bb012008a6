import Dispatch
import Foundation
import Logging
import ServiceLifecycle
import Testing
import Waybill
import WaybillManifest
import WaybillRules

@testable import WaybillReload

@Suite("Programs that end with an error")
struct ExitTests {
    @Test("Invalid manifests end a program with status 1, and standard error says what is wrong, without a backtrace")
    func manifests() async throws {
        let result = try #require(
            await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
                await WaybillService.exitOnError {
                    _ = try Router(compilation: .compile(text: "waybill: 1\nrotes: []\n"), registry: Registry())
                }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(":2:1: error: ") && text.contains("rotes"))
        #expect(!text.contains("Fatal error"))
    }

    @Test("Manifests that cannot be read end a program with status 3")
    func unreadable() async throws {
        let result = try #require(
            await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
                await WaybillService.exitOnError {
                    _ = try Router(manifests: "/nowhere/at/all", registry: Registry())
                }
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("/nowhere/at/all"))
    }

    @Test("A program whose body returns goes on")
    func success() async {
        await #expect(processExitsWith: .exitCode(7)) {
            await WaybillService.exitOnError {}
            exit(7)
        }
    }

    @Test("The error that ends a program is printed after everything that it has logged")
    func afterTheLog() async throws {
        let result = try #require(
            await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
                await WaybillService.exitOnError {
                    // More bytes than are written by then, and no more than a pipe buffers.
                    for number in 1...5000 { LogSink.standardError.append("\(number)\n") }
                    throw CancellationError()
                }
            })
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n").suffix(2)
        #expect(lines == ["5000", "CancellationError()"])
    }

    @Test("A log whose reader is slow and whose pipe does not block is complete")
    func pipeThatDoesNotBlock() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let sink = LogSink(descriptor)
        // More than a pipe buffers.
        for number in 1...20_000 { sink.append("\(number)\n") }
        sink.flush()
        var read = pipe.fileHandleForReading.availableData
        // Now there is room: the last line arrives also if others are lost.
        sink.append("end\n")
        while !read.suffix(4).elementsEqual("end\n".utf8) {
            let part = pipe.fileHandleForReading.availableData
            try #require(!part.isEmpty)
            read += part
        }
        #expect(String(decoding: read, as: UTF8.self).split(separator: "\n").count == 20_001)
    }

    @Test("A line longer than everything that may wait is written, and a value that is too long is cut and counted")
    func longLine() throws {
        let pipe = Pipe()
        let sink = LogSink(pipe.fileHandleForWriting.fileDescriptor)
        let line = String(repeating: "x", count: 2 << 20) + "\n"
        /// One line, which is longer than what a pipe buffers.
        func nextLine() throws -> Data {
            var bytes = Data()
            while bytes.last != UInt8(ascii: "\n") {
                let part = pipe.fileHandleForReading.availableData
                try #require(!part.isEmpty)
                bytes += part
            }
            return bytes
        }
        sink.append(line)
        #expect(try nextLine().count == line.utf8.count)
        sink.flush()
        var logger = Logger(label: "test") { label in
            LineLogHandler(label: label, format: .json, sink: sink, logLevel: .info)
        }
        logger[metadataKey: "diagnostics"] = "\(line)"
        logger.error("long")
        struct Event: Decodable { var metadata: [String: String] }
        let event = try JSONDecoder().decode(Event.self, from: try nextLine())
        #expect(event.metadata["diagnostics"]?.hasSuffix("… (1703937 more bytes)") == true)
    }

    @Test("A program that continues after its services have ended is not stopped at their limit")
    func goesOn() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let logger = Logger(label: "test")
            try await ServiceGroup(services: [Terminated()], logger: logger).run(drain: .seconds(2), logger: logger)
            // The limit is over before this runs.
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2500)) { exit(7) }
            try await Shared(false).until(\.self)
        }
    }
}

/// Reports that it ends, and ends its process.
private struct Terminated: Service {
    func run() async throws {
        kill(getpid(), SIGTERM)
        try await gracefulShutdown()
    }
}
