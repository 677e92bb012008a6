import Foundation
import Testing
import WaybillTestSupport

/// Makes a folder a repository, with all its files in one commit.
func commitAll(in folder: URL) throws {
    try git(["init", "-q"], in: folder)
    try git(["add", "."], in: folder)
    try git(["commit", "-qm", "one"], in: folder)
}

func git(_ arguments: [String], in folder: URL) throws {
    let run = try ProgramRun(
        ["/usr/bin/env", "git", "-c", "user.name=t", "-c", "user.email=t@example.com"] + arguments, in: folder)
    try #require(run.end.status == 0, "\(run.errors)")
}

/// Makes a folder a repository on the branch `topic`, which is one commit behind `main`.
///
/// - Parameter change: A change of files, which `main` gains afterward.
func makeBranchBehindMain(in folder: URL, gaining change: () throws -> Void) throws {
    try git(["init", "-q", "-b", "main"], in: folder)
    try git(["add", "."], in: folder)
    try git(["commit", "-qm", "one"], in: folder)
    try git(["branch", "topic"], in: folder)
    try change()
    try git(["commit", "-qam", "main"], in: folder)
    try git(["checkout", "-q", "topic"], in: folder)
}
