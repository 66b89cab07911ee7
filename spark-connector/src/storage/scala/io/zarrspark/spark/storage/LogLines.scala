package io.zarrspark.spark.storage

import org.apache.logging.log4j.Level
import org.apache.logging.log4j.LogManager
import org.apache.logging.log4j.core.LogEvent
import org.apache.logging.log4j.core.LoggerContext
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.Configurator
import org.apache.logging.log4j.core.config.Property

/** What is logged, in all detail, while something runs. */
final class LogLines extends AbstractAppender("lines", null, null, true, Array.empty[Property]) {
  private val lines = new StringBuffer

  def text: String = lines.toString

  override def append(event: LogEvent): Unit = {
    lines.append(event.getMessage.getFormattedMessage).append('\n')
    if (event.getThrown != null) lines.append(event.getThrown.toString).append('\n')
  }

  def during[T](body: => T): T = {
    val context = LogManager.getContext(false).asInstanceOf[LoggerContext]
    val root = context.getConfiguration.getRootLogger
    val level = root.getLevel
    start()
    root.addAppender(this, Level.ALL, null)
    Configurator.setRootLevel(Level.INFO)
    try body
    finally {
      Configurator.setRootLevel(level)
      root.removeAppender(getName)
    }
  }
}
