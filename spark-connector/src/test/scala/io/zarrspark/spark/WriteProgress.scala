package io.zarrspark.spark

import java.io.UncheckedIOException
import java.nio.file.Files
import java.nio.file.Path

/** Does something when so many chunks of a write lie below a directory, hidden ones included. */
final class WriteProgress(directory: Path, moments: Seq[Int])(act: () => Unit)
    extends AutoCloseable {
  @volatile private var done = 0
  @volatile private var isClosed = false

  private val thread = new Thread("write-progress") {
    override def run(): Unit = {
      val left = moments.sorted.iterator
      while (left.hasNext && !isClosed) {
        val moment = left.next()
        while (!isClosed && WriteProgress.chunks(directory) < moment) Thread.sleep(10)
        if (!isClosed) {
          act()
          done += 1
        }
      }
    }
  }
  thread.setDaemon(true)
  thread.start()

  /** How many of the moments have come. */
  def reached: Int = done

  override def close(): Unit = {
    isClosed = true
    thread.join()
  }
}

object WriteProgress {

  /** Files of chunks below a directory, which others may be moving about. */
  def chunks(directory: Path): Int =
    try {
      val stream = Files.walk(directory)
      try
        stream.toArray.count { file =>
          val name = file.asInstanceOf[Path].toString
          name.contains("/c/") && !name.endsWith(".tmp") && name.last.isDigit
        }
      finally stream.close()
    } catch {
      case _: UncheckedIOException => 0
    }
}
