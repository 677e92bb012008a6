import Foundation
import Testing
import WaybillTestSupport

@Suite("waybill inspect")
struct InspectCommandTests {
    private static let set = ["Routes/a.yaml": "waybill: 1\nroutes:\n  - { id: a, url: /a, handler: a }\n"]

    @Test("The command becomes the program beside it, which prints its address and ends at SIGTERM")
    func serves() throws {
        try withFolder(Self.set) { folder in
            let pipe = ChildPipe()
            let child = try ChildProcess(
                [CommandRun.executable.path, "inspect", "Routes", "--port", "0"], in: folder,
                descriptors: [1: pipe.writing.fileDescriptor])
            pipe.closeWritingEnd()
            let line = String(decoding: pipe.reading.availableData, as: UTF8.self)
            #expect(line.wholeMatch(of: /the inspector listens on http:\/\/127\.0\.0\.1:[1-9]\d*\/\n/) != nil)
            child.send(SIGTERM)
            #expect(child.wait().status == 0)
        }
    }

    @Test("Without the program, one line says what is missing and where, with status 3")
    func missing() throws {
        try withFolder(Self.set) { folder in
            let copy = folder.appending(path: "bin/waybill")
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            // A program that another test's new child still has open for writing cannot be run.
            try ChildProcess.whileNoneStarts { try FileManager.default.copyItem(at: CommandRun.executable, to: copy) }
            let run = try ProgramRun([copy.path, "inspect"], in: folder)
            #expect(run.end.status == 3 && run.output.isEmpty)
            #expect(run.errors.hasPrefix("waybill: 'inspect' needs the program 'waybill-inspect' in the folder of"))
            #expect(run.errors.hasSuffix("bin/waybill-inspect' does not exist\n"))
            let fleet = try ProgramRun([copy.path, "inspect", "--to", "etcd://127.0.0.1:1/x"], in: folder)
            #expect(fleet.end.status == 3)
            #expect(fleet.errors.hasPrefix("waybill: 'inspect' needs the program 'waybill-fleet' in the folder of"))
        }
    }

    @Test("A port that is none is wrong usage, and one that is in use is a failure that says so")
    func ports() throws {
        try withFolder(Self.set) { folder in
            #expect(try CommandRun(["inspect", "--port", "70000"], in: folder).status == 2)
            #expect(try CommandRun(["inspect", "Other", "--to", "etcd://127.0.0.1:1/x"], in: folder).status == 2)
            #expect(try CommandRun(["inspect", "--ca", "ca.pem"], in: folder).status == 2)
            let pipe = ChildPipe()
            let first = try ChildProcess(
                [CommandRun.executable.path, "inspect", "--port", "0"], in: folder,
                descriptors: [1: pipe.writing.fileDescriptor])
            pipe.closeWritingEnd()
            let line = String(decoding: pipe.reading.availableData, as: UTF8.self)
            let port = line.split(separator: ":").last.map { $0.prefix { $0.isNumber } } ?? ""
            let second = try CommandRun(["inspect", "--port", String(port)], in: folder)
            #expect(second.status == 3)
            #expect(second.errors.contains("cannot listen on 127.0.0.1:\(port)"))
            first.send(SIGTERM)
            _ = first.wait()
        }
    }
}
